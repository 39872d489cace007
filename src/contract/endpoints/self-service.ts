import { defineEndpoint } from "../endpoint.ts";
import {
  AddressQuote,
  CancelOwnOrder,
  ChangeAddress,
  ChangeOption,
  ChangeRecipient,
  DiscardChange,
  OtherPayment,
  ChangePaymentMethod,
  QuoteAddress,
  SelfServiceState,
} from "../self-service.ts";

const own = "/wp-json/lianne-orders/v1/orders/{order_id}";
/** The order's customer alone; an order of another person does not exist for them. */
const shared = { access: "customer", tag: "Checkout", priority: "paying", limit: "ownOrdersByAddress" } as const;

/** What customers do with their own orders. Each change names the version that it was made from; 409 `lianne_state` if it came too late. */
export const selfServiceEndpoints = {
  ownOrderState: defineEndpoint({
    ...shared,
    method: "GET",
    path: own,
    summary: "Get what the customer can do with an own order now",
    response: SelfServiceState,
  }),
  confirmOwnOrder: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${own}/confirm`,
    summary:
      "Confirm an own cash order, which is cancelled otherwise; 409 `order_not_waiting` if it waits for no confirmation any more",
    response: SelfServiceState,
  }),
  cancelOwnOrder: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${own}/cancel`,
    summary:
      "Cancel an own order: an unpaid one at once; of a paid one the cancellation is requested, or the refund begins (setting `self_cancel_paid`)",
    body: CancelOwnOrder,
    response: SelfServiceState,
  }),
  changeRecipient: defineEndpoint({
    ...shared,
    method: "PUT",
    path: `${own}/recipient`,
    summary:
      "Change name and phone number of an own order, and of its booked parcel; 409 `lianne_carrier_refused` changes nothing",
    body: ChangeRecipient,
    response: SelfServiceState,
  }),
  quoteAddress: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${own}/address-quote`,
    summary: "Get what an own order would cost with another address; nothing changes",
    body: QuoteAddress,
    response: AddressQuote,
  }),
  changeAddress: defineEndpoint({
    ...shared,
    method: "PUT",
    path: `${own}/address`,
    summary:
      "Send an own order to another address, at the total that was shown (409 `lianne_price_changed`); what a paid order costs more is paid at `payment_url` first",
    body: ChangeAddress,
    response: OtherPayment,
  }),
  changeOption: defineEndpoint({
    ...shared,
    method: "PUT",
    path: `${own}/lines/{line_id}/option`,
    summary:
      "Replace an item of an own order by another option of its product, at the total that was shown; what a paid order costs more is paid at `payment_url` first, what it costs less is refunded",
    body: ChangeOption,
    response: OtherPayment,
  }),
  payChange: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${own}/change/payment`,
    summary: "Get the payment page of a change that waits for the payment of what it costs more",
    response: OtherPayment,
  }),
  discardChange: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${own}/change/discard`,
    summary: "Discard a change that waits for its payment; the order stays as it was",
    body: DiscardChange,
    response: SelfServiceState,
  }),
  changePaymentMethod: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${own}/payment`,
    summary:
      "Choose another payment method for an own unpaid order: its open payment is queried and closed, then the next one opens; cash is paid at the door",
    body: ChangePaymentMethod,
    response: OtherPayment,
    idempotent: true,
  }),
  resendOwnEmail: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${own}/resend-email`,
    summary: "Send the last email about an own order again, to the order's address",
    response: SelfServiceState,
  }),
};
