import { z } from "zod";
import { momentOf } from "./query.ts";

/** What a merchant's program may send: typed values as JSON has them, or their texts as a form body has them. */

/** "3" counts as 3; anything else keeps its type, so that the complaint names it. */
const toNumber = (value: unknown): unknown =>
  typeof value === "string" && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
const toBoolean = (value: unknown): unknown =>
  ({ "1": true, true: true, "0": false, false: false })[String(value).toLowerCase()] ?? value;

export const WriteInteger = z.preprocess(toNumber, z.int().min(-2_147_483_648).max(2_147_483_647));
export const WriteBoolean = z.preprocess(toBoolean, z.boolean());
/** A row's id; 0 where WooCommerce says "none". */
export const WriteId = z.preprocess(toNumber, z.int().min(0).max(2_147_483_647));

/** The longest description; a page's body may be 1 MB. */
export const maxText = 200_000;

/**
 * A price as WooCommerce takes it: a text, "" for none. Prices of this shop are whole đồng, so that decimals other than
 * zeros are refused rather than rounded. Parses to đồng, or null.
 */
export const PriceText = z
  .string()
  .trim()
  .regex(/^(\d{1,12}(\.0+)?)?$/, { error: "must be a whole number of đồng as a text, or empty for none." })
  .transform((text) => (text === "" ? null : Number(text.split(".")[0])));

/** The moment that a valid {@link DateText} names. @param gmt whether it is UTC where it names no zone, and not the site's time */
export const writtenMoment = (text: string, gmt: boolean): Date => momentOf(text.replace(" ", "T"), gmt);

/** A date as WooCommerce takes it, in the site's time without a zone; null or "" for none. */
export const DateText = z
  .string()
  .trim()
  .regex(/^(\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?(Z|[+-]\d\d:?\d\d)?)?$/, { error: "Invalid date." })
  .refine((text) => text === "" || !Number.isNaN(writtenMoment(text, false).getTime()), { error: "Invalid date." })
  .nullable();

/** Facts that programs keep beside a resource. A key with a leading underscore is shown like any other; an `id` may stand for it. */
export const WriteMeta = z
  .array(
    z
      .object({ id: WriteId.optional(), key: z.string().max(255).default(""), value: z.json().nullable() })
      .refine(({ id, key }) => id || key, { path: ["key"], error: "must be named, or the fact's id." }),
  )
  .max(200);
export type WriteMeta = z.output<typeof WriteMeta>;
