import { z } from "zod";
import { AddressChoice, requirePlace } from "./address.ts";
import { DongAmount, PersonName, Phone, SingleLine, UsdCentsAmount, Zip } from "./field-schemas.ts";
import { OrderStatus } from "./order.ts";
import { RowId } from "./number.ts";
import { maxAddressLength } from "./person-validation.ts";
import { type PaymentMethod, paymentMethods } from "./payment-methods/index.ts";
import {
  changeKinds,
  changeObstacles,
  maxSelfCancelNote,
  selfCancelReasons,
  selfServiceActions,
} from "./self-service-rules.ts";

/** What the customer can do with an order now, and what it waits for. */
export const SelfServiceFields = {
  actions: z.array(z.enum(selfServiceActions)),
  /** of the order as it is shown; a change names the version that it was made from */
  version: z.string(),
  /** when the customer requested the cancellation of the paid order, ISO 8601 in UTC; null unless the merchant has to decide */
  cancel_requested_at: z.string().nullable(),
  /** a change that waits for the payment of what it costs more, or is being applied; the last one, if it was refused */
  change: z
    .object({
      kind: z.enum(changeKinds),
      state: z.enum(["waiting", "due", "refused"]),
      /** what it costs more than was paid; returned if it was refused */
      amount: DongAmount,
      /** until when that can be paid, ISO 8601 in UTC */
      until: z.string().nullable(),
      /** why it was refused */
      refused: z.enum(changeObstacles).nullable(),
    })
    .nullable(),
  /** packed, or with the carrier: no change is possible online any more */
  locked: z.boolean(),
  /** what is to be returned by bank transfer, while no account was entered for it on the payment page; 0 for nothing */
  account_needed: DongAmount,
};

/** An order after a change of its customer, and in `data` of the error for a change that came too late. */
export const SelfServiceState = z.object({ order_id: z.int(), status: OrderStatus, ...SelfServiceFields });
export type SelfServiceState = z.infer<typeof SelfServiceState>;

/** The version of the order that the customer has seen. */
export const version = z.string().min(1).max(64);

/** `POST lianne-orders/v1/orders/{order_id}/cancel` */
export const CancelOwnOrder = z.object({
  version,
  reason: z.enum(selfCancelReasons).optional(),
  note: z.string().trim().max(maxSelfCancelNote).default(""),
});
/** `PUT lianne-orders/v1/orders/{order_id}/recipient` */
export const ChangeRecipient = z.object({ version, first_name: PersonName, last_name: PersonName, phone: Phone });

const place = {
  province_id: z.int().min(1).nullish(),
  district_id: z.int().min(1).nullish(),
  ward_code: z.string().trim().min(1).max(20).nullish(),
  /** a ward of either scheme in place of the ids, while the setting `address_form` is `search` */
  address_choice: AddressChoice.optional(),
};
const requireIds = requirePlace(["province_id", "district_id", "ward_code"]);

/** `POST lianne-orders/v1/orders/{order_id}/address-quote` */
export const QuoteAddress = z.object(place).superRefine(requireIds);
export const AddressQuote = z.object({
  shipping_before: DongAmount,
  shipping_after: DongAmount,
  total_before: DongAmount,
  total_after: DongAmount,
});
export type AddressQuote = z.infer<typeof AddressQuote>;

/** `PUT lianne-orders/v1/orders/{order_id}/address`; `expected_total` is the total that the customer saw. */
export const ChangeAddress = z
  .object({
    ...{ version, ...place, postcode: Zip, expected_total: DongAmount },
    address_1: SingleLine(maxAddressLength).pipe(z.string().min(1)),
  })
  .superRefine(requireIds);

/** `PUT lianne-orders/v1/orders/{order_id}/lines/{line_id}/option` */
export const ChangeOption = z.object({ version, variation_id: RowId, expected_total: DongAmount });

/** `POST lianne-orders/v1/orders/{order_id}/change/discard` */
export const DiscardChange = z.object({ version });

/** `POST lianne-orders/v1/orders/{order_id}/payment` */
export const ChangePaymentMethod = z.object({
  version,
  payment_method: z.enum(paymentMethods as [PaymentMethod, ...PaymentMethod[]]),
  /** what the customer saw as charged, for a payment in dollars */
  expected_usd_cents: UsdCentsAmount.optional(),
});

export const OtherPayment = z.object({
  order: SelfServiceState,
  /** where the customer pays; "" if nothing is to be paid now */
  payment_url: z.string(),
});
export type OtherPayment = z.infer<typeof OtherPayment>;
