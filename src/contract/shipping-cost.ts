import { z } from "zod";
import { AddressScheme } from "./address.ts";
import { DongAmount } from "./field-schemas.ts";
import { RowId } from "./number.ts";
import { ShippingMethod } from "./order.ts";

/**
 * `GET ghn/v1/shipping-cost`; `items` is a comma-separated list of `id:quantity` of products or variations. The ward is named
 * by the carrier's `district_id` and `ward_code`; without a district `ward_code` is the code of the statistics office in
 * `scheme`, while the setting `address_form` is `search`.
 */
export const ShippingCostQuery = z.object({
  district_id: RowId.optional(),
  ward_code: z.string().max(20).optional(),
  scheme: AddressScheme.default("old3"),
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
