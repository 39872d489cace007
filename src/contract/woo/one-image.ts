import { z } from "zod";
import { WriteImage } from "./product.ts";

const isNothing = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0);

/** The one picture of a resource: `{}`, "", [] and id 0 take it away, as in WooCommerce. */
export const OneImage = z.preprocess((value) => (isNothing(value) ? {} : value), WriteImage);
