import { type OnlineMethod, onlineMethodOf, onlineMethods } from "../payment-methods/index.ts";
import { defineEndpoint } from "../endpoint.ts";
import { OrderHistory, OrderHistoryQuery } from "../order-history.ts";
import { CreatePayment, PaymentCallback, PaymentCreated, PaymentState } from "../payment.ts";
import { ShippingCost, ShippingCostQuery } from "../shipping-cost.ts";

const tag = "Checkout";

const onlinePayment = {
  method: "POST",
  access: "buyer",
  tag,
  priority: "paying",
  body: CreatePayment,
  response: PaymentCreated,
  idempotent: true,
} as const;

const createPaymentEndpoint = (method: OnlineMethod) => {
  const { createPaymentPath, gatewayName } = onlineMethodOf(method);
  return defineEndpoint({
    ...onlinePayment,
    path: createPaymentPath,
    summary: `Place an order paid through ${gatewayName}`,
  });
};

/** For each online payment method, the endpoint that places an order with it. */
export const createPaymentEndpoints = Object.fromEntries(
  onlineMethods.map((method) => [method, createPaymentEndpoint(method)]),
) as Record<OnlineMethod, ReturnType<typeof createPaymentEndpoint>>;

/** Endpoints of checkout and of the customer's own orders; cash orders are placed through `wc/v3/orders`. */
export const checkoutEndpoints = {
  paymentState: defineEndpoint({
    method: "POST",
    path: "/wp-json/lianne-vnpay/v1/payment-callback",
    access: "buyer",
    tag,
    priority: "paying",
    summary: "Get the payment status of the customer's own order, for any payment method",
    body: PaymentCallback,
    response: PaymentState,
    limit: "ownOrdersByAddress",
  }),
  orderHistory: defineEndpoint({
    method: "GET",
    path: "/wp-json/custom/v1/order-data",
    access: "customer",
    tag,
    priority: "paying",
    summary: "List the customer's own orders, five per page, newest first",
    query: OrderHistoryQuery,
    response: OrderHistory,
    limit: "ownOrdersByAddress",
  }),
  shippingCost: defineEndpoint({
    method: "GET",
    path: "/wp-json/ghn/v1/shipping-cost",
    access: "anyone",
    tag,
    priority: "paying",
    summary: "Get the shipping cost of items to a ward, or of the customer's own order",
    query: ShippingCostQuery,
    response: ShippingCost,
    limit: "carrierByAddress",
  }),
};
