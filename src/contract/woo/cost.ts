import { z } from "zod";
import { WriteBoolean } from "./write.ts";

/** WooCommerce's `cost_of_goods_sold` in a write: the sum of `defined_value`; an empty list or null for none. Whole đồng. */
const values = z
  .array(z.object({ defined_value: z.int().min(0).max(999_999_999_999).nullable() }))
  .max(20)
  .nullable();

export const WriteCost = z.object({ values });
export const WriteVariationCost = WriteCost.extend({
  /** whether it is added to the product's cost, instead of replacing it */
  defined_value_is_additive: WriteBoolean.optional(),
});
type WriteCost = z.output<typeof WriteCost>;

/** The cost of a write in đồng; null for none. */
export const writtenCost = ({ values }: WriteCost): number | null => {
  const defined = (values ?? []).flatMap(({ defined_value }) => defined_value ?? []);
  return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0);
};
