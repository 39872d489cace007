import { paymentMethodName } from "#web/i18n/payment-methods.ts";
import { describe, expect, it } from "vitest";
import { dong } from "#contract/money.ts";
import { orderStatuses } from "#contract/order-statuses.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { timelineEvents, paymentBadge, statusTone } from "./order-labels.ts";

const payment = (status: OrderRecord["payment"]["status"], method: string): OrderRecord["payment"] => ({
  status,
  method,
  transaction_id: "",
  subtotal: dong(350_000),
  shipping_cost: dong(0),
  total_amount: dong(350_000),
  refundable: dong(0),
  charged_usd_cents: null,
  held_until: null,
  deposit: null,
});

describe("payment status in the history", () => {
  it("an unpaid cash order is not shown as a failed payment", () => {
    expect(paymentBadge(payment("failed", "cod"))).toEqual({ tone: "neutral", text: "payment_status.cash_failed" });
    expect(paymentBadge(payment("paid", "cod"))).toEqual({ tone: "success", text: "payment_status.paid" });
  });

  it("BQ01: labels each method, and others as unknown", () => {
    expect(
      ["cod", "vnpay", "vnpay_visa", "paypal", "momo", "bacs", "", "constructor"].map((one) =>
        paymentMethodName(one, false),
      ),
    ).toEqual([
      ...["payment_method.cod", "payment_method.vnpay", "payment_method.vnpay", "payment_method.paypal"],
      ...["payment_method.momo", "payment_method.bacs", "payment_method.unknown"],
      "payment_method.unknown",
    ]);
    expect(paymentMethodName("cod", true)).toBe("payment_method.cod_pickup");
  });

  it("gives each status its colour, and others the colour of pending", () => {
    const tones = orderStatuses.map((status) => [status, statusTone(status)]);
    expect(Object.fromEntries(tones)).toEqual({
      ...{ completed: "success", processing: "warning", cancelled: "danger", failed: "danger" },
      ...{ pending: "neutral", "on-hold": "neutral", refunded: "neutral" },
    });
  });

  it("shows a failed gateway payment", () => {
    expect(paymentBadge(payment("failed", "vnpay_visa"))).toEqual({ tone: "danger", text: "payment_status.failed" });
  });
});

describe("the timeline of an order", () => {
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

  it("is in chronological order, with one delivery event", () => {
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
      updated_at: "2026-11-21T08:00:00.000Z",
      steps,
    };
    expect(timelineEvents(order({ parcel })).map(({ text }) => text)).toEqual([
      ...["orders.timeline_placed", "orders.timeline_processing", "orders.parcel_waiting"],
      ...["orders.parcel_in_transit", "orders.parcel_delivered"],
    ]);
  });

  it("has only the order's own events without a parcel", () => {
    expect(timelineEvents(order({})).at(-1)).toEqual({
      text: "orders.timeline_completed",
      date: "2026-11-22T09:00:05.000Z",
    });
  });
});
