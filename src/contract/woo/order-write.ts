import { z } from "zod";
import { orderStatuses } from "../order-statuses.ts";
import { PriceText, SignedAmountText, WriteBoolean, WriteId, WriteInteger, WriteMeta } from "./write.ts";

/** Maximum number of lines per write, and of quantity per line. */
const maxLines = 200;
const maxQuantity = 99_999;

const Label = z.string().trim().max(300);
const shortText = z.string().trim().max(200);

const Address = z.object({
  first_name: shortText,
  last_name: shortText,
  company: shortText,
  address_1: Label,
  /** the ward */
  address_2: shortText,
  /** the province */
  city: shortText,
  /** the district */
  state: shortText,
  postcode: z.string().trim().max(20),
  country: z.string().trim().max(60),
  phone: z.string().trim().max(40),
});
/** Must be deliverable; null means none, "" is rejected as in WooCommerce. */
const email = z.email().max(254).nullable();
/** An order without an email is read with "", so an update accepts that value. */
const optionalEmail = z.preprocess((value) => (value === "" ? null : value), email);

const line = {
  id: WriteId.optional(),
  name: Label.nullish(),
  /** id of a product or variation; null together with `id` removes the line */
  product_id: WriteId.nullish(),
  variation_id: WriteId.nullish(),
  /** takes precedence over the ids */
  sku: z.string().trim().max(100).nullish(),
  /** line total before discounts; default: catalog price times quantity */
  subtotal: PriceText.optional(),
  /** line total as charged */
  total: PriceText.optional(),
  meta_data: WriteMeta.optional(),
};
const CreateLine = z.object({ ...line, quantity: WriteInteger.pipe(z.int().min(1).max(maxQuantity)).optional() });
/** A quantity of 0 together with `id` removes the line. */
const UpdateLine = z.object({ ...line, quantity: WriteInteger.pipe(z.int().min(0).max(maxQuantity)).optional() });
export type WriteLine = z.output<typeof UpdateLine>;

const WriteShipping = z.object({
  id: WriteId.optional(),
  /** null together with `id` removes the line */
  method_id: z.string().trim().max(100).nullish(),
  method_title: Label.nullish(),
  instance_id: z.string().trim().max(20).nullish(),
  total: PriceText.optional(),
  meta_data: WriteMeta.optional(),
});
export type WriteShipping = z.output<typeof WriteShipping>;

const WriteFee = z.object({
  id: WriteId.optional(),
  /** null with an `id` takes the line away */
  name: Label.nullish(),
  /** a negative fee is a discount */
  total: SignedAmountText.optional(),
  meta_data: WriteMeta.optional(),
});
export type WriteFee = z.output<typeof WriteFee>;

const WriteCoupon = z.object({ id: WriteId.optional(), code: z.string().max(200).nullish() });

const shared = {
  /** rejected on create; ignored on update, where the path has the id */
  id: z.unknown().optional(),
  // orders have no parent here
  parent_id: WriteId.pipe(z.int().max(0)).optional(),
  status: z.enum(orderStatuses).nullish(),
  currency: z.enum(["VND"]).optional(),
  /** 0 for a guest */
  customer_id: WriteId.optional(),
  customer_note: z.string().max(5_000).optional(),
  billing: Address.extend({ email }).partial().optional(),
  shipping: Address.partial().optional(),
  /** id of a method of the shop, or any other name under which the merchant is paid */
  payment_method: z.string().trim().max(100).optional(),
  payment_method_title: Label.optional(),
  transaction_id: shortText.optional(),
  created_via: z.string().trim().max(100).optional(),
  /** records the payment: status becomes `completed` for cash on delivery, else `processing` */
  set_paid: WriteBoolean.optional(),
  meta_data: WriteMeta.optional(),
  shipping_lines: z.array(WriteShipping).max(maxLines).optional(),
  fee_lines: z.array(WriteFee).max(maxLines).optional(),
  /** this shop has no coupons, so any code is unknown */
  coupon_lines: z.array(WriteCoupon).max(maxLines).optional(),
};

/** `POST wc/v3/orders` with a merchant's key. No field is required: `{}` creates an empty order. */
export const CreateOrder = z.object({ ...shared, line_items: z.array(CreateLine).max(maxLines).optional() });
export type CreateOrder = z.output<typeof CreateOrder>;

/** `PUT wc/v3/orders/{id}`: partial update. Lines with an `id` are changed, those without are added. */
export const UpdateOrder = z.object({
  ...shared,
  billing: Address.extend({ email: optionalEmail }).partial().optional(),
  line_items: z.array(UpdateLine).max(maxLines).optional(),
});
export type UpdateOrder = z.output<typeof UpdateOrder>;
