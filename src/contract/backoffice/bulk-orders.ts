import { z } from "zod";
import { bulkActions } from "./bulk-actions.ts";
import { cancelReasons } from "./reasons.ts";

/** The orders of an action or of an export: by id, or all that match the list's query, as in its address. */
const selection = {
  ids: z.array(z.int().min(1).max(999_999_999)).max(10_000).optional(),
  /** `stage=to_confirm&gift=true`; at most 500 orders may match */
  query: z.string().max(2000).optional(),
};

/** The versions of orders as the list showed them, by id: one that changed since is not changed, and has that as its result. */
const Versions = z.record(z.string().regex(/^\d{1,9}$/), z.string().max(64));

/** Text in one field is required for some actions. */
const required = (field: string) => ({ path: [field], message: "required" });

/** `POST orders/bulk` */
export const BulkOrders = z
  .object({
    action: z.enum(bulkActions),
    ...selection,
    versions: Versions.optional(),
    /** of `cancel`: one of the reasons; of `hold`: free text */
    reason: z.string().trim().min(1).max(500).optional(),
    /** of `add_note`: the private note; of `cancel` with the reason `other`: what it is */
    note: z.string().trim().min(1).max(2000).optional(),
  })
  .refine(({ ids, query }) => ids !== undefined || query !== undefined, required("ids"))
  .refine(({ action, note }) => action !== "add_note" || note !== undefined, required("note"))
  .refine(({ action, reason }) => action !== "hold" || reason !== undefined, required("reason"))
  .refine(
    ({ action, reason }) => action !== "cancel" || cancelReasons.some((one) => one === reason),
    required("reason"),
  )
  .refine(
    ({ action, reason, note }) => action !== "cancel" || reason !== "other" || note !== undefined,
    required("note"),
  );
export type BulkOrders = z.infer<typeof BulkOrders>;

/** `POST orders/export` */
export const ExportOrders = z
  .object(selection)
  .refine(({ ids, query }) => ids !== undefined || query !== undefined, required("ids"));

/** A CSV file of orders, for spreadsheets. */
export const OrdersFile = z.object({ name: z.string(), content: z.string(), orders: z.int() });
export type OrdersFile = z.infer<typeof OrdersFile>;
