import { useNavigate } from "react-router";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { call } from "#backoffice/api/call.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { sendQueue } from "#backoffice/api/queue/queue.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { offerUndo, reportDone } from "#backoffice/layout/undo-toast.tsx";
import { useLabels } from "#backoffice/parcels/use-labels.ts";
import { completePacking } from "./packing-actions.ts";

/** Ends the work on an order, and returns to the queue. By a setting the label of a packed order opens for printing. */
export function useFinish(order: PackOrder) {
  const t = useTexts();
  const navigate = useNavigate();
  const { id, prints } = order.parcel;
  const labels = useLabels(String(id), () => (id === null ? [] : [id]));
  const leave = async (work: Promise<void>): Promise<void> => {
    await work;
    await navigate("/pack");
  };
  /** The order is to be packed again, and its items are ticked again. */
  const reopen = async (key: string): Promise<void> => {
    // what was done on this device comes first
    await sendQueue();
    const body = { reason: t("undo.undo") };
    await call("POST bo/pack/orders/{id}/reopen", { path: { id: order.id }, body, key });
    await invalidate("GET bo/pack/orders/{id}", "GET bo/pack/queue", "GET bo/pack/batch");
  };
  const finish = async (): Promise<void> => {
    // in the tap itself: a later tab would be blocked as a pop-up
    if (prints && id !== null && navigator.onLine) labels.open();
    await leave(completePacking(order));
    const message = t("pack.packed", { number: order.number });
    if (navigator.onLine) offerUndo({ message, undo: reopen });
    else reportDone(message);
  };
  return { leave, finish };
}
