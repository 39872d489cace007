import { z } from "zod";
import { TaxonomyName } from "../woo/taxonomy-texts.ts";
import { maxBoxName } from "./packing-box-limits.ts";

const Centimetres = z.int().min(1).max(200);

/** Outer dimensions of a parcel in cm. */
export const ParcelCm = z.object({ length: Centimetres, width: Centimetres, height: Centimetres });

export const BoxId = z.int().min(1).max(999_999_999);

const Name = TaxonomyName.pipe(z.string().min(1).max(maxBoxName));

/** A box in which parcels are packed. */
export const PackingBoxWrite = z.object({
  name: z.object({ vi: Name, en: Name }),
  size_cm: ParcelCm,
  /** of the empty box with its padding */
  weight_g: z.int().min(0).max(20_000),
});
export type PackingBoxWrite = z.output<typeof PackingBoxWrite>;

export const PackingBox = z.object({
  id: z.int(),
  name: z.object({ vi: z.string(), en: z.string() }),
  size_cm: ParcelCm,
  weight_g: z.int(),
  /** for `If-Match` */
  version: z.string(),
});
export type PackingBox = z.infer<typeof PackingBox>;
