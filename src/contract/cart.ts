import { z } from "zod";
import { Picture } from "./catalog.ts";
import { DongAmount } from "./field-schemas.ts";
import { Quantity, RowId } from "./number.ts";

export const maxLineQuantity = 999;

/**
 * `POST custom-cart/v1/add`. For a variable product, `variation_id` or `attributes` picks the variation.
 * More than the stock is a 400, as in `update`: `data.available` is the stock, `data.room` the most that this line
 * could have.
 */
export const AddToCart = z.object({
  product_id: RowId,
  quantity: Quantity.pipe(z.int().min(1)).default(1),
  variation_id: RowId.nullish(),
  /** attribute slug to term value, e.g. {"pa_size": "50 mm"} */
  attributes: z.record(z.string().max(100), z.string().max(200)).optional(),
  /** key of the line before which a new one is inserted (undo of a removal); omitted or no longer there: at the end */
  before: z.string().min(1).max(64).optional(),
});
export type AddToCart = z.input<typeof AddToCart>;

/** `POST custom-cart/v1/update`; a quantity of 0 or less removes the line. */
export const UpdateCart = z.object({
  cart_item_key: z.string().min(1).max(64),
  quantity: Quantity,
});
export const RemoveFromCart = z.object({ cart_item_key: z.string().min(1).max(64) });
export const ClearCart = z.object({ cart_item_keys: z.array(z.string().min(1).max(64)).max(500).optional() });

/** One line; `id` is the product's, and `cart_item_key` the line's identity. */
export const CartItem = z.object({
  id: z.int(),
  cart_item_key: z.string(),
  name: z.string(),
  slug: z.string(),
  price: DongAmount,
  regular_price: DongAmount,
  quantity: z.int(),
  total: DongAmount,
  image: z.string(),
  picture: Picture.nullable(),
  /** display text of the chosen options: "50 mm, Gift Box"; "" for a simple product */
  option: z.string(),
  attributes: z.array(z.object({ name: z.string(), slug: z.string(), option: z.string(), value: z.string() })),
  variation_id: z.int().nullable(),
  category: z.string(),
  stock_quantity: z.int(),
  /** false when the product is sold out or no longer published: it cannot be checked out */
  purchasable: z.boolean(),
  /** nothing is sent: no shipping cost */
  virtual: z.boolean(),
  /** how long its delivery takes; `making_days`: working days, 0 for what is in stock */
  delivery_policy: z.object({ making_days: z.int(), text: z.string() }),
  /** the free gift that comes with it in an order of any amount; not for an option without a box */
  gift: z.object({ slug: z.string(), name: z.string(), image: Picture }).nullable(),
  /** the free gifts in force, of which the first is given whose `min_amount` the order has: see free-gift.ts */
  gifts: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      image: Picture,
      quantity: z.int(),
      min_amount: DongAmount.nullable(),
    }),
  ),
});
export type CartItem = z.infer<typeof CartItem>;

/** `version` grows with every change, so that a client can discard a response older than one it has already applied. */
export const Cart = z.object({
  items: z.array(CartItem),
  total: DongAmount,
  item_count: z.int(),
  message: z.string(),
  version: z.int(),
});
export type Cart = z.infer<typeof Cart>;
