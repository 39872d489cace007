import type { CartItem } from "#contract/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { UndoBar } from "#web/design/undo-bar.tsx";
import { problemSentence } from "#web/i18n/problem-sentence.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useCartActions } from "./cart-actions.ts";
import { setLineSelected } from "./selection.ts";

/** A line that was just removed, as it stood. */
export interface Removed {
  item: CartItem;
  selected: boolean;
}

/** Brings a removed line back: same piece, same quantity, ticked as it was. */
export function RemovedLine({ removed: { item, selected } }: { removed: Removed }) {
  const t = useTexts();
  const { add } = useCartActions();
  const undo = async (): Promise<string | null> => {
    await flushCartEdits(); // the removal first, or it would take the line once more
    const answer = await add({ product_id: item.id, quantity: item.quantity, variation_id: item.variation_id });
    if (!answer.ok) return problemSentence(t, answer);
    setLineSelected(item.cart_item_key, selected);
    return null;
  };
  return <UndoBar text={t("cart.line_removed", { name: item.name })} undoLabel={t("cart.undo")} onUndo={undo} />;
}
