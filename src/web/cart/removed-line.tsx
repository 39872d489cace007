import type { CartItem } from "#contract/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { UndoBar } from "#design/undo-bar.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useCartActions } from "./cart-actions.ts";
import { withOption } from "./with-option.ts";
import { setLineSelected } from "./selection.ts";

/** A line that was just removed, and its position. */
export interface Removed {
  item: CartItem;
  selected: boolean;
  /** key of the line after it, if there was one */
  next: string | undefined;
}

/** Restores a removed line: same product, quantity, position and selection. */
export function RemovedLine({ removed: { item, selected, next } }: { removed: Removed }) {
  const t = useTexts();
  const { add } = useCartActions();
  const undo = async (): Promise<string | null> => {
    await flushCartEdits(); // send the removal first, or it would remove the line again
    const { id: product_id, quantity, variation_id } = item;
    const result = await add({ product_id, quantity, variation_id, ...(next ? { before: next } : {}) });
    if (!result.ok) return problemMessage(t, result);
    setLineSelected(result.data.items, item.cart_item_key, selected);
    return null;
  };
  return (
    <UndoBar
      text={t("cart.line_removed", { name: withOption(item.name, item) })}
      undoLabel={t("cart.undo")}
      onUndo={undo}
    />
  );
}
