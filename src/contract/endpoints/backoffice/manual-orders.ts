import { z } from "zod";
import {
  CreateManualOrder,
  ManualOrderQuote,
  OrderContact,
  OrderContactsQuery,
  OrderItem,
  OrderItemsQuery,
  PaymentLink,
  RequestPaymentLink,
  QuoteManualOrder,
} from "../../backoffice/manual-orders.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";
import { Ok } from "../../backoffice/staff.ts";
import { WooOrder } from "../../woo/order.ts";

const edit = { access: "staff", permission: "orders.edit", tag: "Back office: orders" } as const;

/** Orders that staff members create. */
export const manualOrderEndpoints = {
  createManualOrder: defineEndpoint({
    ...edit,
    method: "POST",
    path: `${backOfficeApi}/orders`,
    summary:
      "Create an order for a customer; other prices than the catalog's require `prices.edit`; 409 `lianne_order_changed` at another total than `expected_total`",
    body: CreateManualOrder,
    response: WooOrder,
    status: 201,
  }),
  quoteManualOrder: defineEndpoint({
    ...edit,
    method: "POST",
    path: `${backOfficeApi}/order-quotes`,
    summary: "Get prices, delivery and total of an order that is not created yet, with the problem of each line",
    body: QuoteManualOrder,
    response: ManualOrderQuote,
  }),
  findOrderItems: defineEndpoint({
    ...edit,
    method: "GET",
    path: `${backOfficeApi}/order-items`,
    summary: "Find what can be added to an order, by a scanned code or by words; at most 40",
    query: OrderItemsQuery,
    response: z.array(OrderItem),
  }),
  findOrderContacts: defineEndpoint({
    ...edit,
    method: "GET",
    path: `${backOfficeApi}/order-contacts`,
    summary:
      "Get names and addresses of a phone number, from earlier orders and, with `customers.view`, accounts; at most 10",
    query: OrderContactsQuery,
    response: z.array(OrderContact),
  }),
  createPaymentLink: defineEndpoint({
    ...edit,
    method: "POST",
    requiresVersion: true,
    path: `${backOfficeApi}/orders/{id}/payment-link`,
    summary:
      "Get a link by which an unpaid online order is paid, or request a deposit for a cash order that is not confirmed, and get the link by which that is paid; 409 if there is nothing to pay",
    body: RequestPaymentLink,
    response: PaymentLink,
  }),
  withdrawDeposit: defineEndpoint({
    ...edit,
    method: "DELETE",
    requiresVersion: true,
    path: `${backOfficeApi}/orders/{id}/deposit`,
    summary:
      "Withdraw the request for a deposit, whose transfer is returned from now on; 409 unless the order waits for it",
    response: Ok,
  }),
};
