import { z } from "zod";
import { Email, PersonName, Phone, Zip } from "./atoms.ts";
import { RowId, WholeNumber } from "./number.ts";

export const orderStatuses = [
  "pending",
  "processing",
  "on-hold",
  "completed",
  "cancelled",
  "refunded",
  "failed",
] as const;
export const OrderStatus = z.enum(orderStatuses);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const paymentMethods = ["vnpay_visa", "paypal", "cod"] as const;
export const PaymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const shippingMethods = ["flat_rate", "local_pickup"] as const;
export const ShippingMethod = z.enum(shippingMethods);
export type ShippingMethod = z.infer<typeof ShippingMethod>;

export const LineItemInput = z.object({
  product_id: RowId,
  quantity: WholeNumber.pipe(z.int().min(1).max(999)),
  /** WooCommerce says 0 for none */
  variation_id: WholeNumber.pipe(z.int().min(0).max(2_147_483_647)).nullish(),
});

/** Address as WooCommerce has it: address_2 is the ward, city the province, state the district. */
const OrderAddress = z.object({
  first_name: PersonName,
  last_name: PersonName,
  address_1: z.string().trim().max(300).default(""),
  address_2: z.string().trim().max(200).default(""),
  city: z.string().trim().max(200).default(""),
  state: z.string().trim().max(200).default(""),
  postcode: z.string().trim().max(10).default(""),
  country: z.literal("VN").default("VN"),
});

export const MetaData = z
  .array(z.object({ key: z.string().min(1).max(100), value: z.union([z.string().max(500), z.number()]) }))
  .max(50);

/**
 * `POST wc/v3/orders` with the storefront key: ids, quantities, addresses and notes. Prices, totals, status and
 * customer_id may be sent, as the storefront does, and are ignored: the server decides them.
 * The address ids stand in meta_data as `_shipping_province_id`, `_shipping_district_id`, `_shipping_ward_code`.
 */
export const PlaceCodOrder = z.object({
  payment_method: z.literal("cod"),
  line_items: z.array(LineItemInput).min(1).max(100),
  billing: OrderAddress.extend({ email: Email, phone: Phone }),
  shipping: OrderAddress.optional(),
  shipping_lines: z
    .array(z.object({ method_id: ShippingMethod.default("flat_rate") }))
    .max(1)
    .default([{ method_id: "flat_rate" }]),
  customer_note: z.string().trim().max(2000).default(""),
  meta_data: MetaData.default([]),
});
export type PlaceCodOrder = z.input<typeof PlaceCodOrder>;

const OnlineAddress = OrderAddress.omit({ address_2: true }).extend({
  ward_name: z.string().max(200).default(""),
  ward_code: z.string().max(20).default(""),
  district_name: z.string().max(200).default(""),
  district_id: z.int().nullable().default(null),
});

/** `POST lianne-vnpay/v1/create-payment` and `lianne-paypal/v1/create-payment` */
export const CreatePayment = z.object({
  items: z.array(LineItemInput).min(1).max(100),
  customer: z.object({ first_name: PersonName, last_name: PersonName, email: Email, phone: Phone }),
  billing_address: OnlineAddress.extend({ email: Email, phone: Phone }),
  shipping_address: OnlineAddress.optional(),
  shipping_lines: z
    .array(z.object({ method_id: ShippingMethod.default("flat_rate") }))
    .max(1)
    .default([{ method_id: "flat_rate" }]),
  payment_method: PaymentMethod,
  customer_note: z.string().trim().max(2000).default(""),
});
export type CreatePayment = z.input<typeof CreatePayment>;

export const PaymentCreated = z.object({
  success: z.boolean(),
  status: z.string(),
  payment_url: z.string(),
  redirect_url: z.string(),
  order_id: z.int(),
  payment_method: z.string(),
  message: z.string(),
  id: z.int(),
  order_key: z.string(),
});
export type PaymentCreated = z.infer<typeof PaymentCreated>;

/** A shipment's address, checked before an order is placed. */
export const ShipmentAddress = z.object({
  address_1: z.string().trim().min(1).max(300),
  province_id: z.int().positive(),
  district_id: z.int().positive(),
  ward_code: z.string().min(1).max(20),
  postcode: Zip,
});
export type ShipmentAddress = z.infer<typeof ShipmentAddress>;

/** An address as `wc/v3` gives it: every field is there. */
export const WooAddress = z.object({
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
  phone: z.string(),
});

/** An order as `wc/v3` gives it (the fields the storefront reads; WooCommerce's others travel beside them). */
export const RemoteOrder = z
  .object({
    id: z.int(),
    number: z.string(),
    order_key: z.string(),
    /** in the trash for a merchant's key alone */
    status: z.enum([...orderStatuses, "trash"]),
    currency: z.string(),
    currency_symbol: z.string(),
    date_created: z.string(),
    date_created_gmt: z.string(),
    total: z.string(),
    shipping_total: z.string(),
    payment_method: z.string(),
    payment_method_title: z.string(),
    transaction_id: z.string(),
    customer_id: z.int(),
    customer_note: z.string(),
    billing: WooAddress.extend({ email: z.string() }),
    shipping: WooAddress,
    line_items: z.array(
      z
        .object({
          id: z.int(),
          name: z.string(),
          product_id: z.int(),
          variation_id: z.int(),
          quantity: z.int(),
          price: z.number(),
          total: z.string(),
          sku: z.string().nullable(),
          image: z.object({ id: z.union([z.int(), z.string()]), src: z.string() }),
          /** the product's name, without what was chosen; null where there was nothing to choose */
          parent_name: z.string().nullable(),
          /** what was chosen */
          meta_data: z.array(z.object({ display_value: z.string() }).loose()),
        })
        .loose(),
    ),
    shipping_lines: z.array(z.object({ method_id: z.string() }).loose()),
  })
  .loose();
export type RemoteOrder = z.infer<typeof RemoteOrder>;

/** What a shopper is told of a parcel: the carrier's two dozen statuses in nine groups, one it has made up since among them. */
export const parcelSteps = [
  "waiting",
  "in_transit",
  "delivering",
  "failed_try",
  "delivered",
  "returning",
  "returned",
  "cancelled",
  "trouble",
] as const;
export const ParcelStep = z.enum(parcelSteps);
export type ParcelStep = z.infer<typeof ParcelStep>;

/** An order's newest parcel; dates are ISO 8601 in UTC. */
export const ParcelRecord = z.object({
  /** "" until the carrier has given one */
  tracking_code: z.string(),
  /** the carrier's own page of the parcel, "" where the shop knows none */
  tracking_url: z.string(),
  status: ParcelStep,
  /** when the carrier means to have delivered it */
  expected_at: z.string().nullable(),
  /** oldest first; what repeats itself is said once */
  steps: z.array(z.object({ status: ParcelStep, date: z.string() })),
});
export type ParcelRecord = z.infer<typeof ParcelRecord>;

export const historyPaymentStatuses = ["paid", "pending", "failed"] as const;
export const OrderRecord = z.object({
  order_id: z.int(),
  order_number: z.string(),
  /** ISO 8601 in UTC */
  order_date: z.string(),
  status: OrderStatus,
  payment: z.object({
    status: z.enum(historyPaymentStatuses),
    method: z.string(),
    transaction_id: z.string(),
    subtotal: z.int(),
    shipping_cost: z.int(),
    total_amount: z.int(),
    /** until when the pieces are kept while nothing is paid, ISO 8601 in UTC; null where they do not wait for it */
    held_until: z.string().nullable(),
  }),
  shipping: z.object({
    name: z.string(),
    phone: z.string(),
    address: z.string(),
    ward_name: z.string(),
    district_name: z.string(),
    province_name: z.string(),
    method: ShippingMethod,
    tracking_code: z.string(),
    tracking_id: z.string(),
  }),
  /** null where nothing was ever to be sent */
  parcel: ParcelRecord.nullable(),
  items: z.array(
    z.object({
      product_id: z.int(),
      variation_id: z.int(),
      slug: z.string(),
      name: z.string(),
      option: z.string(),
      quantity: z.int(),
      price: z.int(),
      total: z.int(),
      image_url: z.string(),
    }),
  ),
  /** each move of the order's status, oldest first; dates are ISO 8601 in UTC */
  timeline: z.array(z.object({ status: OrderStatus, date: z.string() })),
});
export type OrderRecord = z.infer<typeof OrderRecord>;

/** `GET custom/v1/order-data` */
export const OrderHistory = z.object({ orders: z.array(OrderRecord), total_orders: z.int(), total_pages: z.int() });
export type OrderHistory = z.infer<typeof OrderHistory>;
export const OrderHistoryQuery = z.object({
  customer_id: RowId,
  page: WholeNumber.pipe(z.int().min(1).max(100_000)).default(1),
});

/** `POST lianne-vnpay/v1/payment-callback`: the truth about one order's payment, for its own customer. */
export const PaymentCallback = z.object({ order_id: RowId });
export const paymentStates = ["completed", "failed", "pending", "placed"] as const;
export const PaymentState = z.object({
  success: z.boolean(),
  payment_status: z.enum(paymentStates),
  order_status: OrderStatus,
  order_id: z.int(),
  order_number: z.string(),
  payment_method: z.string(),
  transaction_no: z.string(),
  /** whole đồng */
  amount: z.int(),
  /** ISO 8601 in UTC */
  payment_date: z.string(),
  message: z.string(),
  /** what goes back, or has gone back, of what was paid without need; part of `message` too, "" where there is nothing */
  notice: z.string(),
  /** why it failed, where it was the shopper's own wish; else "" */
  reason: z.enum(["cancelled", ""]),
  /** where the order can still be paid, "" where nobody can or need */
  payment_url: z.string(),
  /** until when the order is held while nothing is paid, ISO 8601 in UTC; null where it does not wait */
  held_until: z.string().nullable(),
});
export type PaymentState = z.infer<typeof PaymentState>;

/** `GET ghn/v1/shipping-cost`; items are `id:quantity` of product or variation, comma-separated. */
export const ShippingCostQuery = z.object({
  district_id: RowId.optional(),
  ward_code: z.string().max(20).optional(),
  items: z.string().max(4000).optional(),
  method: ShippingMethod.optional(),
  order_id: RowId.optional(),
});
export type ShippingCostQuery = z.input<typeof ShippingCostQuery>;
export const ShippingCost = z.object({
  success: z.boolean(),
  /** whole đồng */
  shipping_cost: z.int(),
  /** true only where the shop really charges nothing */
  free: z.boolean(),
  /** when the carrier means to deliver what is ordered now, ISO 8601 in UTC; null where it does not say */
  expected_delivery: z.string().nullable(),
});
export type ShippingCost = z.infer<typeof ShippingCost>;
