import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { Picture } from "../catalog.ts";
import { boolean, integer, text } from "../woo/query.ts";
import { WriteQuery } from "../woo/resource.ts";

/** An uploaded picture; products, variations and categories refer to it by id. */
export const UploadedPicture = Picture.extend({
  id: z.int(),
  name: z.string(),
  date_created: z.string(),
  date_created_gmt: z.string(),
});

export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

/** A stored picture in the list. */
export const StoredPictureEntry = UploadedPicture.extend({
  /** number of products, variations, categories and gifts that show it */
  uses: z.int(),
});

export const pictureEndpoints = {
  /** WooCommerce leaves uploads to WordPress (`wp/v2/media`); here the body is the file, its name in Content-Disposition. */
  upload: defineEndpoint({
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
  }),
  list: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/pictures",
    access: "merchant",
    permission: "products.edit",
    tag: "Pictures",
    summary: "List pictures, the newest first",
    query: z.object({
      search: text.optional(),
      /** true: only those that nothing shows */
      unused: boolean.optional(),
      page: integer.pipe(z.int().min(1).max(100_000)).default(1),
      per_page: integer.pipe(z.int().min(1).max(100)).default(24),
    }),
    response: z.array(StoredPictureEntry),
  }),
  remove: defineEndpoint({
    method: "DELETE",
    path: "/wp-json/wc/v3/pictures/{id}",
    access: "merchant",
    permission: "products.edit",
    tag: "Pictures",
    summary: "Delete a picture that nothing shows, with its files",
    response: StoredPictureEntry,
  }),
};
