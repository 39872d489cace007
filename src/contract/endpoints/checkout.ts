import { call } from "../endpoint.ts";
import { OrderHistory, OrderHistoryQuery } from "../order-history.ts";
import { CreatePayment, PaymentCallback, PaymentCreated, PaymentState } from "../payment.ts";
import { ShippingCost, ShippingCostQuery } from "../shipping-cost.ts";

const tag = "Checkout";

const onlinePayment = {
  method: "POST",
  access: "customer",
  tag,
  body: CreatePayment,
  response: PaymentCreated,
  idempotent: true,
} as const;

/** What a shopper asks on the way to an order and about their own; cash orders are `wc/v3/orders`. */
export const checkoutCalls = {
  payByVnpay: call({
    ...onlinePayment,
    path: "/wp-json/lianne-vnpay/v1/create-payment",
    summary: "Place an order that is paid through VNPay",
  }),
  payByPaypal: call({
    ...onlinePayment,
    path: "/wp-json/lianne-paypal/v1/create-payment",
    summary: "Place an order that is paid through PayPal",
  }),
  paymentState: call({
    method: "POST",
    path: "/wp-json/lianne-vnpay/v1/payment-callback",
    access: "customer",
    tag,
    summary: "Whether one's own order is paid, whichever method it is paid by",
    body: PaymentCallback,
    response: PaymentState,
    limit: "ownOrdersByAddress",
  }),
  orderHistory: call({
    method: "GET",
    path: "/wp-json/custom/v1/order-data",
    access: "customer",
    tag,
    summary: "One's own orders, five a page, the newest first",
    query: OrderHistoryQuery,
    response: OrderHistory,
    limit: "ownOrdersByAddress",
  }),
  shippingCost: call({
    method: "GET",
    path: "/wp-json/ghn/v1/shipping-cost",
    access: "anyone",
    tag,
    summary: "What delivery costs: of some items to a ward, or of one's own order",
    query: ShippingCostQuery,
    response: ShippingCost,
    limit: "carrierByAddress",
  }),
};
