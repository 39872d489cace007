import { z } from "zod";
import { Picture, StockStatus } from "./catalog.ts";
import { DongAmount } from "./field-schemas.ts";
import { RowId } from "./number.ts";

export const WishlistItem = z.object({
  id: z.int(),
  slug: z.string(),
  image: z.string(),
  picture: Picture.nullable(),
  name: z.string(),
  /** null without a price, as on a card */
  price: DongAmount.nullable(),
  regular_price: DongAmount.nullable(),
  sale_price: DongAmount.nullable(),
  stock_status: StockStatus,
  /** an option must be chosen on the product page before it can be bought */
  has_options: z.boolean(),
});
export type WishlistItem = z.infer<typeof WishlistItem>;

export const Wishlist = z.object({ products: z.array(WishlistItem), is_user_logged_in: z.boolean() });
export type Wishlist = z.infer<typeof Wishlist>;

/** `POST custom-favorites/v1/add` and `/remove` */
export const WishlistChange = z.object({ product_id: RowId });
export const WishlistChanged = z.object({
  product: WishlistItem.nullable(),
  is_user_logged_in: z.boolean(),
  message: z.string(),
});
export type WishlistChanged = z.infer<typeof WishlistChanged>;
