import { z } from "zod";
import { Password } from "./field-schemas.ts";
import { RowId } from "./number.ts";
import { OrderRecord } from "./order-history.ts";
import { CancelOwnOrder, ChangeAddress, ChangeOption, ChangeRecipient, QuoteAddress } from "./self-service.ts";

/** 128 random bits in hexadecimal; of any other text there is no link. */
const LinkToken = z.string().max(200);

/** `POST lianne-orders/v1/link`: what the link `/order/{number}/{token}` contains. In the body, so that no log has the token. */
export const OrderLinkBody = z.object({ order_id: z.int().positive().max(2_147_483_647), token: LinkToken });

/** `POST lianne-orders/v1/cancel` */
export const CancelLinkedOrder = CancelOwnOrder.extend(OrderLinkBody.shape);

/** `POST lianne-orders/v1/link/…` */
export const ChangeLinkedRecipient = ChangeRecipient.extend(OrderLinkBody.shape);
export const QuoteLinkedAddress = QuoteAddress.safeExtend(OrderLinkBody.shape);
export const ChangeLinkedAddress = ChangeAddress.safeExtend(OrderLinkBody.shape);
export const ChangeLinkedOption = ChangeOption.extend({ ...OrderLinkBody.shape, line_id: RowId });

/** An order as its link shows it, on any device: contact and address are masked. */
export const LinkedOrder = z.object({
  order: OrderRecord,
  /** masked */
  email: z.string(),
  /** it is changed there, after a login */
  of_account: z.boolean(),
  /** page of the gateway where the order can still be paid, "" if it cannot or need not be */
  payment_url: z.string(),
  /** page on which the holder of the link enters where a transfer is returned to; "" if nothing is, or it was emailed a link for that */
  account_url: z.string(),
});
export type LinkedOrder = z.infer<typeof LinkedOrder>;

/** `POST lianne-orders/v1/lookup` */
export const OrderLookup = z.object({
  order_number: z.string().trim().min(1).max(20),
  /** phone number or email of the order */
  contact: z.string().trim().min(3).max(254),
});
export type OrderLookup = z.input<typeof OrderLookup>;

/** `POST lianne-orders/v1/save` */
export const SaveOrder = z.object({ order_id: OrderLinkBody.shape.order_id, password: Password });

/** `account` is the username of the account that was created; null if the email has one, to which an email was sent. */
export const SavedOrder = z.object({ success: z.literal(true), account: z.string().nullable(), message: z.string() });

/** `POST lianne-orders/v1/claim` */
export const ClaimOrder = OrderLinkBody.extend({
  /** the person has confirmed the account although its email differs from the order's */
  confirmed: z.boolean().default(false),
});

/** `confirm`: the order has another email, which is masked here: the request is to be repeated with `confirmed`. */
export const ClaimResult = z.object({
  state: z.enum(["claimed", "confirm"]),
  email: z.string(),
  message: z.string(),
});
export type ClaimResult = z.infer<typeof ClaimResult>;

/**
 * `GET lianne-orders/v1/claimable`: how many orders without an account were placed with the account's email, once it is confirmed by the
 * account's owner: in a session, by a login afterwards, or by a new password.
 */
export const Claimable = z.object({ count: z.int() });

/** The same whether there is such an order or not. `code`: the contact is a phone number, to which a code is sent instead of the link. */
export const OrderLookupResult = z.object({
  success: z.literal(true),
  message: z.string(),
  code: z.literal(true).optional(),
});
export type OrderLookupResult = z.infer<typeof OrderLookupResult>;

const PhoneCode = z.string().regex(/^\d{6}$/, "must have six digits");

/** `POST lianne-orders/v1/lookup/code` */
export const CodeLookup = OrderLookup.extend({ code: PhoneCode });

/** Path of the order's page: `/order/{number}/{token}` */
export const CodeLookupResult = z.object({ path: z.string() });

/** `POST lianne-orders/v1/confirm/code`: without a token the order is that of the browser's cookie. */
export const RequestConfirmCode = OrderLinkBody.partial({ token: true });
/** `message` has the masked number. */
export const ConfirmCodeSent = z.object({ success: z.literal(true), message: z.string() });

/** `POST lianne-orders/v1/confirm/by-code` */
export const ConfirmByCode = RequestConfirmCode.extend({ code: PhoneCode });
export const ConfirmedByCode = z.object({ success: z.literal(true) });
