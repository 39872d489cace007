import { dong } from "../money.ts";
import { z } from "zod";
import { DongAmount } from "../field-schemas.ts";
import { date } from "../woo/query.ts";
import { TaxonomyName } from "../woo/taxonomy-texts.ts";

const Id = z.int().min(1).max(999_999_999);
const Name = TaxonomyName.pipe(z.string().min(1));
const Named = z.object({ id: z.int(), name: z.string() });

export const giftStates = ["active", "scheduled", "ended", "unused"] as const;

/** A free gift with its rule: what it comes with, from which amount, and on which days. */
export const GiftRule = z.object({
  slug: z.string(),
  name: z.object({ vi: z.string(), en: z.string() }),
  image: z.object({ id: z.int(), src: z.string() }).nullable(),
  /** units for each unit of the product; with a minimum amount for each order */
  quantity: z.int(),
  min_amount: DongAmount.nullable(),
  /** `YYYY-MM-DD` in Vietnam, both days included */
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  everywhere: z.boolean(),
  categories: z.array(Named),
  products: z.array(Named),
  /** `unused`: nothing is in its scope */
  state: z.enum(giftStates),
  /** for `If-Match` */
  version: z.string(),
});
export type GiftRule = z.infer<typeof GiftRule>;

export const GiftRuleWrite = z
  .object({
    name: z.object({ vi: Name, en: Name }),
    /** of a stored picture */
    image_id: Id,
    quantity: z.int().min(1).max(99).default(1),
    min_amount: z.int().min(1).max(1_000_000_000).transform(dong).nullable().default(null),
    starts_on: date.nullable().default(null),
    ends_on: date.nullable().default(null),
    everywhere: z.boolean().default(false),
    category_ids: z.array(Id).max(500).default([]),
    product_ids: z.array(Id).max(500).default([]),
    /** takes the products from the gift of their own that they have; without it 409 `lianne_gift_taken` */
    replace: z.boolean().default(false),
  })
  .refine(({ starts_on, ends_on }) => !starts_on || !ends_on || starts_on <= ends_on, { path: ["ends_on"] });
export type GiftRuleWrite = z.output<typeof GiftRuleWrite>;
