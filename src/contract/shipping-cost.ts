import { z } from "zod";
import { DongAmount } from "./field-schemas.ts";
import { RowId } from "./number.ts";
import { ShippingMethod } from "./order.ts";

/** `GET ghn/v1/shipping-cost`; `items` is a comma-separated list of `id:quantity` of products or variations. */
export const ShippingCostQuery = z.object({
  district_id: RowId.optional(),
  ward_code: z.string().max(20).optional(),
  items: z.string().max(4000).optional(),
  method: ShippingMethod.optional(),
  order_id: RowId.optional(),
});
export type ShippingCostQuery = z.input<typeof ShippingCostQuery>;
export const ShippingCost = z.object({
  success: z.boolean(),
  shipping_cost: DongAmount,
  /** true only if shipping is actually free of charge */
  free: z.boolean(),
  /** the carrier's estimated delivery date for an order placed now, ISO 8601 in UTC; null if unknown */
  expected_delivery: z.string().nullable(),
});
export type ShippingCost = z.infer<typeof ShippingCost>;
