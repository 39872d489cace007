import { allowsAction } from "./allowed-actions.ts";
import type { OrderWorkflow } from "../order-workflow.ts";
import type { Permission } from "../permissions.ts";

// Without Zod: the browser needs the rules, and must not load the schemas.

/** Documents and labels that one page prints at most. */
export const maxPrinted = 500;

/** Actions on many orders, and what each requires. Texts: `bulk_actions.<action>`. */
export const bulkPermissions = {
  confirm: "orders.confirm",
  hold: "orders.confirm",
  cancel: "orders.cancel",
  book_parcels: "parcels.manage",
  add_note: "orders.confirm",
} as const satisfies Record<string, Permission>;
export type BulkAction = keyof typeof bulkPermissions;
export const bulkActions = Object.keys(bulkPermissions) as readonly BulkAction[];

/** Parcels that can be booked again: never accepted by the carrier, or cancelled. */
const bookable: readonly string[] = ["refused", "by_hand", "cancel"];

/** Whether an order allows an action; the server checks it again when the action reaches the order. */
export function allowsBulk(
  action: BulkAction,
  { status, lianne: { stage, parcel } }: { status: string; lianne: Pick<OrderWorkflow, "stage" | "parcel"> },
): boolean {
  if (action === "add_note") return true;
  if (action !== "book_parcels") return allowsAction(action, { stage, status });
  const isOpen = stage === "to_pack" || stage === "to_hand_over" || stage === "delivery_problem";
  return isOpen && (parcel === null || bookable.includes(parcel.status));
}
