import { useEffect, useRef, useState } from "react";
import type { CartItem } from "#contract/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { Button } from "#web/design/button.tsx";
import { problemSentence } from "#web/i18n/problem-sentence.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useCartActions } from "./cart-actions.ts";
import { setLineSelected } from "./selection.ts";

/** A line that was just removed, as it stood. */
export interface Removed {
  item: CartItem;
  selected: boolean;
}

/**
 * Says what went and brings it back: same piece, same quantity, ticked as it was. It takes the focus that the line had.
 * At the bottom of what is seen: at the top the toast would lie over it, and the list would have to jump there.
 */
export function RemovedLine({ removed: { item, selected } }: { removed: Removed }) {
  const t = useTexts();
  const { add } = useCartActions();
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => button.current?.focus(), []);
  const undo = async () => {
    setBusy(true);
    await flushCartEdits(); // the removal first, or it would take the line once more
    const answer = await add({ product_id: item.id, quantity: item.quantity, variation_id: item.variation_id });
    setBusy(false);
    if (answer.ok) setLineSelected(item.cart_item_key, selected);
    setFailure(answer.ok ? null : problemSentence(t, answer));
  };
  return (
    <div role="status" className="sticky bottom-0 mt-3 border border-line bg-sand py-1 pr-1 pl-4 text-sm shadow-float">
      <p className="flex items-center justify-between gap-3">
        {t("cart.line_removed", { name: item.name })}
        <Button ref={button} look="quiet" className="shrink-0" busy={busy} onClick={() => void undo()}>
          {t("cart.undo")}
        </Button>
      </p>
      {failure && <p className="pb-2 text-danger">{failure}</p>}
    </div>
  );
}
