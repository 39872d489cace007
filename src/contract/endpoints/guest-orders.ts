import { defineEndpoint } from "../endpoint.ts";
import {
  CancelLinkedOrder,
  ChangeLinkedAddress,
  ChangeLinkedOption,
  ChangeLinkedRecipient,
  Claimable,
  ClaimOrder,
  ClaimResult,
  CodeLookup,
  CodeLookupResult,
  ConfirmByCode,
  ConfirmCodeSent,
  ConfirmedByCode,
  RequestConfirmCode,
  SaveOrder,
  SavedOrder,
  LinkedOrder,
  OrderLinkBody,
  OrderLookup,
  OrderLookupResult,
  QuoteLinkedAddress,
} from "../guest-order.ts";
import { AddressQuote } from "../self-service.ts";

const shared = { method: "POST", access: "anyone", tag: "Checkout", priority: "cart" } as const;

/** Orders without an account, read by a link. */
export const guestOrderEndpoints = {
  linkedOrder: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/link",
    summary: "Get the order of a link in an email, with masked contact; changes nothing",
    body: OrderLinkBody,
    response: LinkedOrder,
    limit: "ownOrdersByAddress",
  }),
  confirm: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/confirm",
    summary:
      "Confirm the cash order of a link, which is cancelled otherwise; 409 if it waits for no confirmation any more",
    body: OrderLinkBody,
    response: LinkedOrder,
    limit: "ownOrdersByAddress",
  }),
  requestConfirmCode: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/confirm/code",
    summary:
      "Send a code to the phone of a cash order that has to be confirmed: of a link, or without a token of the browser that placed it. 404 unless codes can be sent, 409 if it waits for no confirmation, or `code_not_sent` if no service has accepted the code",
    body: RequestConfirmCode,
    response: ConfirmCodeSent,
    limit: "ownOrdersByAddress",
  }),
  confirmByCode: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/confirm/by-code",
    summary: "Confirm that order by the code; 400 `code_wrong` or `code_ended`, 409 if it waits for no confirmation",
    body: ConfirmByCode,
    response: ConfirmedByCode,
    limit: "ownOrdersByAddress",
  }),
  cancelLinked: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/cancel",
    summary:
      "Cancel the unpaid order of a link, or request it of a paid one; 409 `lianne_state` if it was changed, packed or closed meanwhile",
    body: CancelLinkedOrder,
    response: LinkedOrder,
    limit: "ownOrdersByAddress",
  }),
  changeLinkedRecipient: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/link/recipient",
    summary:
      "Change name and phone number of the unpaid order of a link, and of its booked parcel; 409 `lianne_state` once money was received",
    body: ChangeLinkedRecipient,
    response: LinkedOrder,
    limit: "ownOrdersByAddress",
  }),
  quoteLinkedAddress: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/link/address-quote",
    summary: "Get what the order of a link would cost with another address; nothing changes",
    body: QuoteLinkedAddress,
    response: AddressQuote,
    limit: "ownOrdersByAddress",
  }),
  changeLinkedAddress: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/link/address",
    summary:
      "Send the unpaid order of a link to another address, at the total that was shown (409 `lianne_price_changed`)",
    body: ChangeLinkedAddress,
    response: LinkedOrder,
    limit: "ownOrdersByAddress",
  }),
  changeLinkedOption: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/link/option",
    summary:
      "Replace an item of the unpaid order of a link by another option of its product, at the total that was shown",
    body: ChangeLinkedOption,
    response: LinkedOrder,
    limit: "ownOrdersByAddress",
  }),
  lookup: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/lookup",
    summary:
      "Send a link to an order to its email, or a code to its phone, if number and contact match; the response is the same if not. 404 while guests may not order, if there is no order of a guest",
    body: OrderLookup,
    response: OrderLookupResult,
    limit: "orderLookupByAddress",
  }),
  lookupByCode: defineEndpoint({
    ...shared,
    path: "/wp-json/lianne-orders/v1/lookup/code",
    summary:
      "Open an order by the code sent to its phone; 400 `code_wrong` or `code_ended`, 404 unless codes can be sent",
    body: CodeLookup,
    response: CodeLookupResult,
    limit: "ownOrdersByAddress",
  }),
  save: defineEndpoint({
    ...shared,
    access: "buyer",
    path: "/wp-json/lianne-orders/v1/save",
    summary:
      "Keep the order of a visitor's browser in a new account with its email, and log in; if the email has an account, send it a link instead",
    body: SaveOrder,
    response: SavedOrder,
    limit: "registerByAddress",
  }),
  claim: defineEndpoint({
    ...shared,
    access: "customer",
    path: "/wp-json/lianne-orders/v1/claim",
    summary: "Add the order of an emailed link to the account, once; 409 if it belongs to an account already",
    body: ClaimOrder,
    response: ClaimResult,
    limit: "ownOrdersByAddress",
  }),
  claimable: defineEndpoint({
    ...shared,
    method: "GET",
    access: "customer",
    path: "/wp-json/lianne-orders/v1/claimable",
    summary: "Count the orders without an account that were placed with the account's confirmed email",
    response: Claimable,
    limit: "ownOrdersByAddress",
  }),
  claimAll: defineEndpoint({
    ...shared,
    access: "customer",
    path: "/wp-json/lianne-orders/v1/claimable",
    summary: "Add those orders to the account; 409 if there are none any more",
    response: Claimable,
    limit: "ownOrdersByAddress",
  }),
};
