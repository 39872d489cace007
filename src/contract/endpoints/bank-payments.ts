import { z } from "zod";
import { BankPayment, BankPaymentKey, BankPaymentLink, BankPaymentQuery, RefundAccount } from "../bank-payment.ts";
import { defineEndpoint } from "../endpoint.ts";

const tag = "Payments";
const shared = { access: "anyone", tag, priority: "paying" } as const;
const payment = "/wp-json/lianne-bank/v1/payments/{order_id}";

const webhook = {
  ...shared,
  method: "POST",
  body: z.unknown(),
  response: z.object({ success: z.literal(true) }),
  rawBody: true,
  skipOriginCheck: true,
} as const;

/** The payment page of bank transfers, and the webhooks of the services that report them. */
export const bankPaymentEndpoints = {
  bankPayment: defineEndpoint({
    ...shared,
    method: "GET",
    path: payment,
    summary: "Get how an order is paid by bank transfer, for its customer or with the key of a link",
    query: BankPaymentQuery,
    response: BankPayment,
    limit: "ownOrdersByAddress",
  }),
  checkBankPayment: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${payment}/check`,
    summary: "Look for the transfer of an order now; returns what GET returns",
    body: BankPaymentKey,
    response: BankPayment,
    limit: "ownOrdersByAddress",
  }),
  linkBankPayment: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${payment}/link`,
    summary: "Create a link to the payment page of an order, for another device; with the key of a link, get that link",
    body: BankPaymentKey,
    response: BankPaymentLink,
    limit: "ownOrdersByAddress",
  }),
  putRefundAccount: defineEndpoint({
    ...shared,
    method: "PUT",
    path: `${payment}/refund-account`,
    summary:
      "Set the bank account to which money of an order is returned, with an email to the customer; 409 `bank_account_stored` if a link would change it",
    body: RefundAccount,
    response: BankPayment,
    limit: "ownOrdersByAddress",
  }),
  sepayWebhook: defineEndpoint({
    ...webhook,
    path: "/wp-json/lianne-bank/v1/webhook/sepay",
    summary: "Receive SePay's notifications of transfers, signed or with its key; 401 otherwise",
  }),
  cassoWebhook: defineEndpoint({
    ...webhook,
    path: "/wp-json/lianne-bank/v1/webhook/casso",
    summary: "Receive Casso's notifications of transfers (V2), signed; 401 otherwise",
  }),
  payosWebhook: defineEndpoint({
    ...webhook,
    path: "/wp-json/lianne-bank/v1/webhook/payos",
    summary: "Receive payOS's notifications of transfers, signed; 401 otherwise",
  }),
};
