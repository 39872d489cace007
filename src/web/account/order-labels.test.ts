import { describe, expect, it } from "vitest";
import { orderStatuses } from "#contract/order.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { timelineEvents, methodLabel, paymentBadge, statusTone } from "./order-labels.ts";

const payment = (status: OrderRecord["payment"]["status"], method: string): OrderRecord["payment"] => ({
  status,
  method,
  transaction_id: "",
  subtotal: 350_000,
  shipping_cost: 0,
  total_amount: 350_000,
  held_until: null,
});

describe("how a payment stands, in the history", () => {
  it("says of cash that nobody had to pay it, not that it failed", () => {
    expect(paymentBadge(payment("failed", "cod"))).toEqual({ tone: "neutral", text: "payment_status.cash_failed" });
    expect(paymentBadge(payment("paid", "cod"))).toEqual({ tone: "success", text: "payment_status.paid" });
  });

  it("names each method, and calls what nobody knows unknown", () => {
    expect(["cod", "vnpay", "vnpay_visa", "paypal", "momo", "bacs", ""].map((one) => methodLabel(one, false))).toEqual([
      ...["payment_method.cod", "payment_method.vnpay", "payment_method.vnpay", "payment_method.paypal"],
      ...["payment_method.momo", "payment_method.unknown", "payment_method.unknown"],
    ]);
    expect(methodLabel("cod", true)).toBe("payment_method.cod_pickup");
  });

  it("gives each status its colour, and pending's to what is none of them", () => {
    const tones = orderStatuses.map((status) => [status, statusTone(status)]);
    expect(Object.fromEntries(tones)).toEqual({
      ...{ completed: "success", processing: "warning", cancelled: "danger", failed: "danger" },
      ...{ pending: "neutral", "on-hold": "neutral", refunded: "neutral" },
    });
  });

  it("says of a payment at a gateway that it failed", () => {
    expect(paymentBadge(payment("failed", "vnpay_visa"))).toEqual({ tone: "danger", text: "payment_status.failed" });
  });
});

describe("what has happened to an order", () => {
  const order = (own: Partial<OrderRecord>): OrderRecord =>
    ({
      shipping: { method: "flat_rate" },
      timeline: [
        { status: "pending", date: "2026-11-20T02:00:00.000Z" },
        { status: "processing", date: "2026-11-20T03:00:00.000Z" },
        { status: "completed", date: "2026-11-22T09:00:05.000Z" },
      ],
      parcel: null,
      ...own,
    }) as OrderRecord;
  const step = (status: "waiting" | "in_transit" | "delivered", date: string) => ({ status, date });

  it("is told in its order, the arrival once", () => {
    const steps = [
      step("waiting", "2026-11-20T03:00:01.000Z"),
      step("in_transit", "2026-11-21T01:00:00.000Z"),
      step("delivered", "2026-11-22T09:00:00.000Z"),
    ];
    const parcel = {
      tracking_code: "LADFYR",
      tracking_url: "",
      status: "delivered" as const,
      expected_at: null,
      steps,
    };
    expect(timelineEvents(order({ parcel })).map(({ text }) => text)).toEqual([
      ...["orders.timeline_placed", "orders.timeline_processing", "orders.parcel_waiting"],
      ...["orders.parcel_in_transit", "orders.parcel_delivered"],
    ]);
  });

  it("is the order's own moves where nothing was sent", () => {
    expect(timelineEvents(order({})).at(-1)).toEqual({
      text: "orders.timeline_completed",
      date: "2026-11-22T09:00:05.000Z",
    });
  });
});
