import { z } from "zod";
import { orderStatuses } from "../order.ts";
import { PriceText, WriteBoolean, WriteId, WriteInteger, WriteMeta } from "./write.ts";

/** The most lines that one write names, and the most pieces of one line. */
const maxLines = 200;
const maxPieces = 99_999;

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
/** An address that can be written to; null is none, "" is refused as in WooCommerce. */
const email = z.email().max(254).nullable();
/** An order without an address is read with "", and may be sent back whole. */
const keptEmail = z.preprocess((value) => (value === "" ? null : value), email);

const line = {
  id: WriteId.optional(),
  name: Label.nullish(),
  /** a product's id, or a variation's own; null with an `id` takes the line away */
  product_id: WriteId.nullish(),
  variation_id: WriteId.nullish(),
  /** wins over the ids */
  sku: z.string().trim().max(100).nullish(),
  /** of all pieces, before what is taken off; the catalogue's price times the quantity where left out */
  subtotal: PriceText.optional(),
  /** of all pieces, as it is paid */
  total: PriceText.optional(),
  meta_data: WriteMeta.optional(),
};
const CreateLine = z.object({ ...line, quantity: WriteInteger.pipe(z.int().min(1).max(maxPieces)).optional() });
/** A quantity of 0 with an `id` takes the line away. */
const UpdateLine = z.object({ ...line, quantity: WriteInteger.pipe(z.int().min(0).max(maxPieces)).optional() });
export type WriteLine = z.output<typeof UpdateLine>;

const WriteShipping = z.object({
  id: WriteId.optional(),
  /** null with an `id` takes the line away */
  method_id: z.string().trim().max(100).nullish(),
  method_title: Label.nullish(),
  instance_id: z.string().trim().max(20).nullish(),
  total: PriceText.optional(),
  meta_data: WriteMeta.optional(),
});
export type WriteShipping = z.output<typeof WriteShipping>;

/** A fee; a negative one is a rebate. Whole đồng as a text, parsed to đồng. */
const FeeText = z
  .string()
  .trim()
  .regex(/^(-?\d{1,12}(\.0+)?)?$/)
  .transform((text) => (text === "" ? null : Number(text.split(".")[0])));
const WriteFee = z.object({
  id: WriteId.optional(),
  /** null with an `id` takes the line away */
  name: Label.nullish(),
  total: FeeText.optional(),
  meta_data: WriteMeta.optional(),
});
export type WriteFee = z.output<typeof WriteFee>;

const WriteCoupon = z.object({ id: WriteId.optional(), code: z.string().max(200).nullish() });

const shared = {
  /** of the body's own; a create with one is refused, and an update goes by the address */
  id: z.unknown().optional(),
  // orders here have no order above them
  parent_id: WriteId.pipe(z.int().max(0)).optional(),
  status: z.enum(orderStatuses).nullish(),
  currency: z.enum(["VND"]).optional(),
  /** 0 is a guest */
  customer_id: WriteId.optional(),
  customer_note: z.string().max(5_000).optional(),
  billing: Address.extend({ email }).partial().optional(),
  shipping: Address.partial().optional(),
  /** cod, vnpay_visa, paypal, or the name of any other way in which the merchant is paid */
  payment_method: z.string().trim().max(100).optional(),
  payment_method_title: Label.optional(),
  transaction_id: shortText.optional(),
  created_via: z.string().trim().max(100).optional(),
  /** records the payment: the order is completed where it is paid in cash, else processing */
  set_paid: WriteBoolean.optional(),
  meta_data: WriteMeta.optional(),
  shipping_lines: z.array(WriteShipping).max(maxLines).optional(),
  fee_lines: z.array(WriteFee).max(maxLines).optional(),
  /** this shop has no coupons: whatever the code, it is unknown */
  coupon_lines: z.array(WriteCoupon).max(maxLines).optional(),
};

/** `POST wc/v3/orders` with a merchant's key. Nothing is required: `{}` is an empty order. */
export const CreateOrder = z.object({ ...shared, line_items: z.array(CreateLine).max(maxLines).optional() });
export type CreateOrder = z.output<typeof CreateOrder>;

/** `PUT wc/v3/orders/{id}`: the named fields alone. Lines with an `id` are changed, those without are added. */
export const UpdateOrder = z.object({
  ...shared,
  billing: Address.extend({ email: keptEmail }).partial().optional(),
  line_items: z.array(UpdateLine).max(maxLines).optional(),
});
export type UpdateOrder = z.output<typeof UpdateOrder>;
