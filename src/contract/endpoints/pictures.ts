import { z } from "zod";
import { call } from "../endpoint.ts";
import { Picture } from "../catalog.ts";
import { WriteQuery } from "../woo/resource.ts";

/** A picture that products, variations and categories can name by its id. */
export const KeptPicture = Picture.extend({
  id: z.int(),
  name: z.string(),
  date_created: z.string(),
  date_created_gmt: z.string(),
});

export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

/** WooCommerce leaves uploads to WordPress (`wp/v2/media`); this shop takes the file itself, named by Content-Disposition. */
export const uploadPicture = call({
  method: "POST",
  path: "/wp-json/wc/v3/pictures",
  access: "merchant",
  tag: "Pictures",
  summary: "Upload a picture (JPEG, PNG, WebP, AVIF or GIF, 10 MB and 50 megapixels at most)",
  query: WriteQuery,
  upload: pictureTypes,
  response: KeptPicture,
  status: 201,
});
