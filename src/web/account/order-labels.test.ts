import { describe, expect, it } from "vitest";
import type { OrderRecord } from "#contract/order.ts";
import { paymentBadge } from "./order-labels.ts";

const payment = (status: OrderRecord["payment"]["status"], method: string): OrderRecord["payment"] => ({
  status,
  method,
  transaction_id: "",
  subtotal: 350_000,
  shipping_cost: 0,
  total_amount: 350_000,
});

describe("how a payment stands, in the history", () => {
  it("says of cash that nobody had to pay it, not that it failed", () => {
    expect(paymentBadge(payment("failed", "cod"))).toEqual({ tone: "neutral", text: "payment_status.cash_failed" });
    expect(paymentBadge(payment("paid", "cod"))).toEqual({ tone: "success", text: "payment_status.paid" });
  });

  it("says of a payment at a gateway that it failed", () => {
    expect(paymentBadge(payment("failed", "vnpay"))).toEqual({ tone: "danger", text: "payment_status.failed" });
  });
});
