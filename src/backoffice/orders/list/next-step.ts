import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { mayOpen } from "#contract/backoffice/screens.ts";
import type { StageAction } from "#contract/stages.ts";
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { call } from "#backoffice/api/call.ts";
import { offerUndo, reportDone } from "#backoffice/layout/undo-toast.tsx";
import type { TextOf } from "#backoffice/i18n/texts.ts";
import { refreshOrder } from "#backoffice/order-record/use-order.ts";

/** The screens on which the next step of a stage is done. */
const screensOf: Partial<Record<StageAction, (id: number) => string>> = {
  pack: (id) => `/pack/${id}`,
  hand_over: () => "/manifests",
  inspect_return: () => "/returns",
};

/** Where the next step is done: in place, or on a screen. */
export type NextStep = { label: string } & ({ kind: "confirm" } | { kind: "open"; to: string });

/** The one next step of an order that this role can do; null without one. */
export function nextStepOf({ id, lianne }: OrderRow, { permissions }: SessionInfo): NextStep | null {
  const { next } = lianne;
  if (!next) return null;
  if (next.action === "confirm")
    return permissions.includes("orders.confirm") ? { kind: "confirm", label: next.label } : null;
  const to = screensOf[next.action]?.(id);
  // the screen that the role cannot open is no step for it
  if (to && !mayOpen(to, permissions)) return null;
  return { kind: "open", label: next.label, to: to ?? `/orders/${id}` };
}

/** Confirms an order without a call, and offers undo. @throws CallError 412 if the order changed since the list has loaded it */
export async function confirmOrder(t: TextOf, row: OrderRow, key: string): Promise<void> {
  const ifMatch = `"${row.version}"`;
  const { data } = await call("POST bo/orders/{id}/confirm", { path: { id: row.id }, key, ifMatch });
  const { undo } = data;
  const message = t("orders.confirmed", { number: row.number });
  if (!undo) reportDone(message);
  else
    offerUndo({
      message,
      undo: async (undoKey) => {
        await call("POST bo/undo/{token}", { path: { token: undo.token }, key: undoKey });
        await refreshOrder();
      },
    });
  await refreshOrder();
}
