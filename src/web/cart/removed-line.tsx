import type { CartItem } from "#contract/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { UndoBar } from "#web/design/undo-bar.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useCartActions } from "./cart-actions.ts";
import { setLineSelected } from "./selection.ts";

/** A line that was just removed, as it stood. */
export interface Removed {
  item: CartItem;
  selected: boolean;
  /** the line that stood behind it, if there was one */
  next: string | undefined;
}

/** Brings a removed line back: same piece, same quantity, in its place, ticked as it was. */
export function RemovedLine({ removed: { item, selected, next } }: { removed: Removed }) {
  const t = useTexts();
  const { add } = useCartActions();
  const undo = async (): Promise<string | null> => {
    await flushCartEdits(); // the removal first, or it would take the line once more
    const { id: product_id, quantity, variation_id } = item;
    const answer = await add({ product_id, quantity, variation_id, ...(next ? { before: next } : {}) });
    if (!answer.ok) return problemMessage(t, answer);
    setLineSelected(answer.data.items, item.cart_item_key, selected);
    return null;
  };
  return <UndoBar text={t("cart.line_removed", { name: item.name })} undoLabel={t("cart.undo")} onUndo={undo} />;
}
