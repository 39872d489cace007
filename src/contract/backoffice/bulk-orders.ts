import { z } from "zod";
import type { Permission } from "./permissions.ts";

/** Actions on many orders, and what each requires. Texts: `bulk_actions.<action>`. */
export const bulkPermissions = {
  add_note: "orders.confirm",
  book_parcels: "parcels.manage",
} as const satisfies Record<string, Permission>;
export type BulkAction = keyof typeof bulkPermissions;
export const bulkActions = Object.keys(bulkPermissions) as readonly BulkAction[];

/** Schema of the ids in the body; more than a task accepts are rejected with the number. */
const Ids = z.array(z.int().min(1).max(999_999_999)).max(10_000);

/** `POST orders/bulk` */
export const BulkOrders = z.object({
  action: z.enum(bulkActions),
  ids: Ids,
  /** text of the private note: of `add_note` */
  note: z.string().trim().min(1).max(2000).optional(),
});
export type BulkOrders = z.infer<typeof BulkOrders>;
