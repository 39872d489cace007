import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import { call } from "#backoffice/api/call.ts";
import { type Action, useAction } from "#backoffice/api/use-action.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { offerUndo, reportDone } from "#backoffice/layout/undo-toast.tsx";
import { refreshOrder } from "#backoffice/order-record/use-order.ts";

/** A request that acts on an order; `message` reports it in the toast. Null: it waits in the queue of this device. */
export interface OrderRequest {
  message: string;
  send: (key: string) => Promise<{ data: ActionResult } | null>;
}

/** Runs an action on an order, reads the order again, reports it, and offers undo where there is one. */
export function useOrderAction(onDone?: () => void): Action<[OrderRequest], ActionResult | null> {
  const t = useTexts();
  return useAction(async (key: string, { message, send }: OrderRequest) => {
    const sent = await send(key);
    onDone?.();
    if (!sent) return null;
    const { data } = sent;
    const done = t("order.done", { message, number: data.order.number });
    if (data.undo) {
      const { token } = data.undo;
      offerUndo({
        message: done,
        undo: async (undoKey) => {
          await call("POST bo/undo/{token}", { path: { token }, key: undoKey });
          await refreshOrder();
        },
      });
    } else reportDone(done);
    await refreshOrder();
    return data;
  });
}
