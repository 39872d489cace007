import { describe, expect, test } from "vitest";
import type { StoredAttempt, Verdict } from "#shop/payments/index.ts";
import type { KeptStatus } from "../order-status.ts";
import { type Case, effectOf } from "./settlement.ts";

const aCase = (
  status: KeptStatus,
  outcome: Verdict["outcome"],
  own: {
    order?: Partial<Case["order"]>;
    attempt?: Partial<Case["attempt"]>;
    paidOtherwise?: boolean;
  } = {},
): Case => ({
  order: { status, paymentMethod: "vnpay_visa", total: 500_000, transactionId: "", paidAt: null, ...own.order },
  attempt: { status: "pending", amount: 500_000, heldAt: null, ...own.attempt },
  verdict: { outcome, transaction: "15300001" },
  paidOtherwise: own.paidOtherwise ?? false,
});

const statuses = [
  ...["pending", "on-hold", "processing", "completed", "cancelled", "failed", "refunded", "trash"],
] as KeptStatus[];
const outcomes = ["paid", "held", "failed", "cancelled", "pending", "unknown"] as const;
const then = new Date("2026-11-22T03:00:00Z");

describe("what a gateway's word does", () => {
  test.each([
    ["pending", "take"],
    ["on-hold", "take as it is"],
    ["processing", "take as it is"],
    ["completed", "take as it is"],
    ["cancelled", "take late"],
    ["failed", "take late"],
    ["refunded", "give back"],
    ["trash", "give back"],
  ] as const)("money for an order that is %s: %s", (status, effect) => {
    expect(effectOf(aCase(status, "paid"))).toBe(effect);
  });

  test("money that no order wants goes back, whatever the order's status", () => {
    for (const status of statuses) {
      expect(effectOf(aCase(status, "paid", { paidOtherwise: true }))).toBe("give back");
      expect(effectOf(aCase(status, "paid", { order: { paymentMethod: "cod" } }))).toBe("give back");
      expect(effectOf(aCase(status, "paid", { attempt: { amount: 1 } }))).toBe("give back");
      const byHand = { paidAt: then, transactionId: "a bank's" };
      expect(effectOf(aCase(status, "paid", { order: byHand }))).toBe("give back");
    }
    const sameByHand = { paidAt: then, transactionId: "15300001" };
    expect(effectOf(aCase("processing", "paid", { order: sameByHand }))).toBe("take as it is");
  });

  test("an attempt that the shop had closed brings money all the same", () => {
    for (const status of ["created", "failed", "cancelled", "expired"] as StoredAttempt["status"][])
      expect(effectOf(aCase("pending", "paid", { attempt: { status } }))).toBe("take");
  });

  test("nothing is said a second time, and no later failure undoes a success", () => {
    for (const attempt of ["succeeded", "to_refund", "refunded"] as StoredAttempt["status"][])
      for (const status of statuses)
        for (const outcome of outcomes)
          expect(effectOf(aCase(status, outcome, { attempt: { status: attempt } }))).toBe("already");
  });

  test("money that is being examined holds the order, and then frees it or lets it go", () => {
    expect(effectOf(aCase("pending", "held"))).toBe("hold");
    expect(effectOf(aCase("cancelled", "held"))).toBe("hold aside");
    const attempt = { heldAt: then };
    expect(effectOf(aCase("on-hold", "paid", { attempt }))).toBe("take");
    expect(effectOf(aCase("on-hold", "failed", { attempt }))).toBe("close held");
    expect(effectOf(aCase("processing", "failed", { attempt }))).toBe("close relied on");
    expect(effectOf(aCase("completed", "cancelled", { attempt }))).toBe("close relied on");
    expect(effectOf(aCase("processing", "failed", { attempt, paidOtherwise: true }))).toBe("close");
    for (const status of ["pending", "cancelled", "trash"] as const)
      expect(effectOf(aCase(status, "failed", { attempt }))).toBe("close");
    expect(effectOf(aCase("on-hold", "pending", { attempt }))).toBe("wait");
  });

  test("what is not paid is closed once, and the order waits on", () => {
    for (const outcome of ["failed", "cancelled"] as const) {
      expect(effectOf(aCase("pending", outcome))).toBe("close");
      for (const status of ["failed", "cancelled", "expired"] as StoredAttempt["status"][])
        expect(effectOf(aCase("pending", outcome, { attempt: { status } }))).toBe("already");
    }
    for (const outcome of ["pending", "unknown"] as const) expect(effectOf(aCase("pending", outcome))).toBe("wait");
  });
});
