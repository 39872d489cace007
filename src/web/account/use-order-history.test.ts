import { describe, expect, test } from "vitest";
import type { OrderHistory } from "#contract/order-history.ts";
import { orderOf } from "#web/design-page/samples.ts";
import { historyInterval } from "./use-order-history.ts";

const historyWith = (state: "waiting" | "due" | "refused" | null): OrderHistory => {
  const order = orderOf([], "processing", "paid");
  const change = state && {
    kind: "option" as const,
    state,
    amount: order.payment.total_amount,
    until: null,
    refused: null,
  };
  return { orders: [{ ...order, self_service: { ...order.self_service, change } }], total_orders: 1, total_pages: 1 };
};

describe("how often a customer's orders are loaded again", () => {
  test("SO08: every two seconds while a change is being applied, for two minutes", () => {
    expect(historyInterval(historyWith("due"), 0)).toBe(2_000);
    expect(historyInterval(historyWith("due"), 59)).toBe(2_000);
    expect(historyInterval(historyWith("due"), 60)).toBe(false);
  });

  test("SO08: less often while a change waits for its payment, and never after its end", () => {
    expect(historyInterval(historyWith("waiting"), 60)).toBe(10_000);
    expect(historyInterval(historyWith("refused"), 0)).toBe(false);
    expect(historyInterval(historyWith(null), 0)).toBe(false);
  });
});
