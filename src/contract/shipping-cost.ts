import { z } from "zod";
import { RowId } from "./number.ts";
import { ShippingMethod } from "./order.ts";

/** `GET ghn/v1/shipping-cost`; items are `id:quantity` of product or variation, comma-separated. */
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
  /** whole đồng */
  shipping_cost: z.int(),
  /** true only where the shop really charges nothing */
  free: z.boolean(),
  /** when the carrier means to deliver what is ordered now, ISO 8601 in UTC; null where it does not say */
  expected_delivery: z.string().nullable(),
});
export type ShippingCost = z.infer<typeof ShippingCost>;
