import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { Picture } from "../catalog.ts";
import { WriteQuery } from "../woo/resource.ts";

/** An uploaded picture; products, variations and categories refer to it by id. */
export const UploadedPicture = Picture.extend({
  id: z.int(),
  name: z.string(),
  date_created: z.string(),
  date_created_gmt: z.string(),
});

export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

/**
 * WooCommerce leaves uploads to WordPress (`wp/v2/media`); here the body is the file, its name in Content-Disposition.
 */
export const uploadPicture = defineEndpoint({
  method: "POST",
  path: "/wp-json/wc/v3/pictures",
  access: "merchant",
  permission: "products.edit",
  tag: "Pictures",
  summary: "Upload a picture (JPEG, PNG, WebP, AVIF or GIF, at most 10 MB, 50 megapixels and 16383 pixels a side)",
  query: WriteQuery,
  upload: pictureTypes,
  response: UploadedPicture,
  status: 201,
});
