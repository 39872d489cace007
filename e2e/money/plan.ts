import type { OnThePage } from "../../fixtures/testing/gateway-browser.ts";
import type { PaypalFaults } from "../../simulators/paypal/index.ts";
import type { VnpayFaults } from "../../simulators/vnpay/index.ts";
import type { ResponseFault } from "../../simulators/shared/faults.ts";
import type { SaleItem, RequestedItem } from "../chaos/sale-items.ts";
import { SeededRandom } from "../kit/seeded-random.ts";
import { type TransferPlan, transferPlanOf } from "./bank-plan.ts";

export type Method = "vnpay_visa" | "paypal" | "bacs" | "cod";

/** One submission of the order form, and what follows. */
export interface Attempt {
  method: Method;
  /** on the gateway's page; null: the shopper never opens it */
  action: OnThePage | null;
  /** the shopper's browser returns to the shop */
  returns: boolean;
  /** and returns a second time, as by a reload */
  returnsTwice: boolean;
  /** the shopper also pays on the page of the previous attempt, which was still open in another window */
  paysPreviousAttempt: boolean;
  vnpay: VnpayFaults;
  paypal: PaypalFaults;
  transfer: TransferPlan;
  /** time spent on the page */
  pauseMs: number;
}

/** The plan of one shopper: what to buy, and every fault on the way. */
export interface Plan {
  requested: readonly RequestedItem[];
  attempts: readonly Attempt[];
}

/** Faults of a gateway's responses, each with a low probability; with `done` the operation is carried out. */
const brokenResponses = (chance: SeededRandom): ResponseFault[] => [
  { chance: chance.draw() * 0.15, status: 500 },
  { chance: chance.draw() * 0.12, dead: true },
  { chance: chance.draw() * 0.12, dead: true, done: true },
  { chance: chance.draw() * 0.1, status: 502, done: true },
  { chance: chance.draw() * 0.1, malformed: true },
  { chance: chance.draw() * 0.15, slow_ms: chance.between(50, 600) },
];

const deliveries = [
  [14, "missing"],
  [8, "late"],
  [12, "double"],
  [12, "after_return"],
  [6, "out_of_order"],
] as const;

const vnpayNotifications = (chance: SeededRandom): NonNullable<VnpayFaults["notifications"]> => {
  const contentFaults = [
    [5, "forged"],
    [5, "wrong_amount"],
    [4, "wrong_reference"],
    [4, "status_01"],
  ] as const;
  const kind = chance.weighted([[40, null], ...deliveries, ...contentFaults]);
  return kind ? { kind, late_ms: chance.between(100, 3_000), times: chance.between(1, 12) } : [];
};

const paypalNotifications = (chance: SeededRandom): NonNullable<PaypalFaults["notifications"]> => {
  const contentFaults = [
    [5, "forged"],
    [3, "foreign_certificate"],
    [5, "wrong_amount"],
    [5, "wrong_reference"],
  ] as const;
  const each = () => chance.weighted([[40, null], ...deliveries, ...contentFaults]);
  const kinds = [each(), each()].filter((kind) => kind !== null);
  return kinds.map((kind) => ({
    chance: 0.6,
    kind,
    late_ms: chance.between(100, 3_000),
    times: chance.between(1, 30),
  }));
};

const responseFaults = <Endpoint extends string>(chance: SeededRandom, endpoints: readonly Endpoint[]) =>
  Object.fromEntries(endpoints.map((endpoint) => [endpoint, brokenResponses(chance)])) as Record<
    Endpoint,
    ResponseFault[]
  >;

const actions: readonly (readonly [number, OnThePage | null])[] = [
  [58, "pay"],
  [14, "fail"],
  [10, "cancel"],
  [12, null],
  [6, "review"],
];

/** A retrying shopper has mostly failed to pay, or left the page open. */
const actionsBeforeRetry: typeof actions = [
  [20, "pay"],
  [20, "fail"],
  [10, "cancel"],
  [46, null],
  [4, "review"],
];

const attemptOf = (chance: SeededRandom, { first, last }: { first: boolean; last: boolean }): Attempt => ({
  method: chance.weighted([
    [32, "vnpay_visa"],
    [30, "paypal"],
    [18, "bacs"],
    [first ? 20 : 8, "cod"],
  ]),
  action: chance.weighted(last ? actions : actionsBeforeRetry),
  returns: chance.is(0.75),
  returnsTwice: chance.is(0.2),
  paysPreviousAttempt: !first && chance.is(0.4),
  vnpay: { notifications: vnpayNotifications(chance), responses: responseFaults(chance, ["querydr", "refund"]) },
  paypal: {
    notifications: paypalNotifications(chance),
    responses: responseFaults(chance, ["order", "capture", "refund", "get_refund"]),
  },
  transfer: transferPlanOf(chance),
  pauseMs: chance.is(0.15) ? chance.between(1_000, 5_000) : chance.between(0, 150),
});

/**
 * @param index of the order: its plan depends only on this, the seed and the method
 * @param method of all attempts; by default a mixture
 */
export function planOf(seed: string, index: number, items: readonly SaleItem[], method?: Method): Plan {
  const chance = new SeededRandom(seed, `order ${index}`);
  const start = chance.between(0, items.length - 1);
  const requested = Array.from({ length: chance.between(1, 3) }, (_, nth) => ({
    item: items[(start + nth) % items.length] as SaleItem,
    quantity: chance.between(1, 3),
  }));
  const count = chance.weighted([
    [60, 1],
    [28, 2],
    [12, 3],
  ] as const);
  return {
    requested,
    attempts: Array.from({ length: count }, (_, nth) => ({
      ...attemptOf(chance, { first: nth === 0, last: nth === count - 1 }),
      ...(method && { method }),
    })),
  };
}
