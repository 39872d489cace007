import { z } from "zod";
import { WriteImage } from "./product.ts";

const isEmpty = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0);

/** The single image of a resource: `{}`, "", [] and id 0 remove it, as in WooCommerce. */
export const OneImage = z.preprocess((value) => (isEmpty(value) ? {} : value), WriteImage);
