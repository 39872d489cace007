import { useNavigate } from "react-router";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { useLabels } from "#backoffice/parcels/use-labels.ts";
import { completePacking } from "./packing-actions.ts";

/** Ends the work on an order, and returns to the queue. By a setting the label of a packed order opens for printing. */
export function useFinish(order: PackOrder) {
  const navigate = useNavigate();
  const { id, prints } = order.parcel;
  const labels = useLabels(String(id), () => (id === null ? [] : [id]));
  const leave = async (work: Promise<void>): Promise<void> => {
    await work;
    await navigate("/pack");
  };
  const finish = (): void => {
    // in the tap itself: a later tab would be blocked as a pop-up
    if (prints && id !== null && navigator.onLine) labels.open();
    void leave(completePacking(order));
  };
  return { leave, finish };
}
