// Without Zod: the browser needs the values, and must not load the schemas.

export const orderStatuses = [
  "pending",
  "processing",
  "on-hold",
  "completed",
  "cancelled",
  "refunded",
  "failed",
] as const;

/** Every status of an order, with that of the trash. */
export const anyStatuses = [...orderStatuses, "trash"] as const;
export type AnyStatus = (typeof anyStatuses)[number];
