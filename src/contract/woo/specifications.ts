import { z } from "zod";

const Name = z.string().trim().max(100);
const size = (max: number) => z.number().positive().max(max).nullable();
const none = null;

const Stone = z.object({
  name: Name.min(1),
  /** null: not stated */
  natural: z.boolean().nullable().default(none),
  count: z.int().min(1).max(10_000).default(1),
  cut: Name.nullable().default(none),
  /** "5", "5 × 3" */
  size_mm: z.string().trim().max(40).nullable().default(none),
  carat: size(10_000).default(none),
});

/** What a jewelry label and the product's page state. Grams, millimetres; null: not stated. */
export const ProductSpecifications = z.object({
  metal: z
    .object({
      name: Name,
      /** thousandths: 925, 750 */
      fineness: z.int().min(1).max(1000).nullable().default(none),
      plate: Name.nullable().default(none),
      plate_microns: size(100).default(none),
    })
    .prefault({ name: "" }),
  stones: z.array(Stone).max(30).default([]),
  weight_g: size(100_000).default(none),
  ring: z
    .object({
      inner_mm: size(1000).default(none),
      width_mm: size(1000).default(none),
      adjustable: z.boolean().default(false),
    })
    .prefault({}),
  length_mm: size(100_000).default(none),
  care_group: z.enum(["silver", "vermeil", "pearl", "delicate_stone"]).nullable().default(none),
  origin: Name.nullable().default(none),
  manufacturer: z.string().trim().max(200).nullable().default(none),
});
export type ProductSpecifications = z.output<typeof ProductSpecifications>;
