import { describe, expect, test } from "vitest";
import { dong } from "#contract/money.ts";
import type { StoredStatus } from "#shop/orders/index.ts";
import type { PaymentStatusResult, StoredAttempt } from "#shop/payments/index.ts";
import { effectOf, type SettlementCase } from "./settlement.ts";

const aCase = (
  status: StoredStatus,
  outcome: PaymentStatusResult["outcome"],
  own: {
    order?: Partial<SettlementCase["order"]>;
    attempt?: Partial<SettlementCase["attempt"]>;
    paidOtherwise?: boolean;
    tolerance?: SettlementCase["tolerance"];
    change?: SettlementCase["change"];
    deposit?: SettlementCase["deposit"];
  } = {},
): SettlementCase => ({
  order: {
    ...{
      status,
      paymentMethod: "vnpay_visa",
      total: dong(500_000),
      transactionId: "",
      paidAt: null,
      replacement: null,
    },
    ...own.order,
  },
  attempt: { status: "pending", amount: dong(500_000), reviewStartedAt: null, ...own.attempt },
  result: { outcome, transaction: "15300001" },
  paidOtherwise: own.paidOtherwise ?? false,
  tolerance: own.tolerance ?? dong(0),
  change: own.change ?? null,
  deposit: own.deposit ?? null,
});

const statuses = [
  ...["pending", "on-hold", "processing", "completed", "cancelled", "failed", "refunded", "trash"],
] as StoredStatus[];
const outcomes = ["paid", "under_review", "failed", "cancelled", "pending", "unknown"] as const;
const then = new Date("2026-11-22T03:00:00Z");

describe("effects of a gateway's status", () => {
  test.each(["pending", "processing", "on-hold"] as const)(
    "SO10: the deposit of a cash order that is %s is paid once, and returned otherwise",
    (status) => {
      const order = { paymentMethod: "cod" };
      const attempt = { amount: dong(150_000) };
      const effect = (deposit: "waiting" | "ended") => effectOf(aCase(status, "paid", { order, attempt, deposit }));
      expect([effect("waiting"), effect("ended")]).toEqual(["pay_deposit", "refund_overpayment"]);
    },
  );

  test.each([
    [499_000, "mark_paid"],
    [498_999, "refund_overpayment"],
    [500_001, "refund_overpayment"],
  ])("with a tolerance of 1,000 a payment of %i of 500,000 has the effect %s", (amount, effect) => {
    const attempt = { amount: dong(amount) };
    expect(effectOf(aCase("pending", "paid", { attempt, tolerance: dong(1000) }))).toBe(effect);
  });

  test("SO08: a payment for a change of a paid order pays it while it waits, and is returned afterwards", () => {
    const paid = { paidOtherwise: true, order: { paidAt: then } };
    const effect = (outcome: PaymentStatusResult["outcome"], change: "waiting" | "ended") =>
      effectOf(aCase("processing", outcome, { ...paid, change }));
    expect([effect("paid", "waiting"), effect("paid", "ended")]).toEqual(["pay_change", "refund_overpayment"]);
    expect([effect("under_review", "waiting"), effect("failed", "waiting")]).toEqual(["flag_review_only", "close"]);
    expect(effect("pending", "waiting")).toBe("wait");
  });

  test.each([
    ["pending", "mark_paid"],
    ["on-hold", "record_payment_only"],
    ["processing", "record_payment_only"],
    ["completed", "record_payment_only"],
    ["cancelled", "mark_paid_after_cancel"],
    ["failed", "mark_paid_after_cancel"],
    ["refunded", "refund_overpayment"],
    ["trash", "refund_overpayment"],
  ] as const)("a payment for an order in status %s: %s", (status, effect) => {
    expect(effectOf(aCase(status, "paid"))).toBe(effect);
  });

  test("an overpayment is refunded in every order status", () => {
    for (const status of statuses) {
      expect(effectOf(aCase(status, "paid", { paidOtherwise: true }))).toBe("refund_overpayment");
      expect(effectOf(aCase(status, "paid", { order: { paymentMethod: "cod" } }))).toBe("refund_overpayment");
      expect(effectOf(aCase(status, "paid", { attempt: { amount: dong(1) } }))).toBe("refund_overpayment");
      const byHand = { paidAt: then, transactionId: "a bank's" };
      expect(effectOf(aCase(status, "paid", { order: byHand }))).toBe("refund_overpayment");
    }
    const sameByHand = { paidAt: then, transactionId: "15300001" };
    expect(effectOf(aCase("processing", "paid", { order: sameByHand }))).toBe("record_payment_only");
  });

  test("a payment of a closed order is refunded if the customer has another order instead", () => {
    for (const status of ["cancelled", "failed"] as const)
      expect(effectOf(aCase(status, "paid", { order: { replacement: 10_002 } }))).toBe("refund_overpayment");
  });

  test("a payment of a closed attempt counts", () => {
    for (const status of ["created", "failed", "cancelled", "expired"] as StoredAttempt["status"][])
      expect(effectOf(aCase("pending", "paid", { attempt: { status } }))).toBe("mark_paid");
  });

  test("a repeated status has no effect, and no later failure undoes a success", () => {
    for (const attempt of ["succeeded", "to_refund", "refunded"] as StoredAttempt["status"][])
      for (const status of statuses)
        for (const outcome of outcomes)
          expect(effectOf(aCase(status, outcome, { attempt: { status: attempt } }))).toBe("already");
  });

  test("a payment under review puts the order on hold until it is paid or cancelled", () => {
    expect(effectOf(aCase("pending", "under_review"))).toBe("hold");
    expect(effectOf(aCase("cancelled", "under_review"))).toBe("flag_review_only");
    const attempt = { reviewStartedAt: then };
    expect(effectOf(aCase("on-hold", "paid", { attempt }))).toBe("mark_paid");
    expect(effectOf(aCase("on-hold", "failed", { attempt }))).toBe("cancel_reviewed_order");
    expect(effectOf(aCase("processing", "failed", { attempt }))).toBe("flag_lost_payment");
    expect(effectOf(aCase("completed", "cancelled", { attempt }))).toBe("flag_lost_payment");
    expect(effectOf(aCase("processing", "failed", { attempt, paidOtherwise: true }))).toBe("close");
    for (const status of ["pending", "cancelled", "trash"] as const)
      expect(effectOf(aCase(status, "failed", { attempt }))).toBe("close");
    expect(effectOf(aCase("on-hold", "pending", { attempt }))).toBe("wait");
  });

  test("a failed attempt is closed once, and the order stays pending", () => {
    for (const outcome of ["failed", "cancelled"] as const) {
      expect(effectOf(aCase("pending", outcome))).toBe("close");
      for (const status of ["failed", "cancelled", "expired"] as StoredAttempt["status"][])
        expect(effectOf(aCase("pending", outcome, { attempt: { status } }))).toBe("already");
    }
    for (const outcome of ["pending", "unknown"] as const) expect(effectOf(aCase("pending", outcome))).toBe("wait");
  });
});
