import { type Mangle, mangles } from "../../simulators/bank/mangle.ts";
import type { BankFaults } from "../../simulators/bank/index.ts";
import type { SeededRandom } from "../kit/seeded-random.ts";

/** How a customer pays the QR code of an order, and every fault on the way. */
export interface TransferPlan {
  /** what arrives; `late`: all of it, after the order was closed */
  pays: "exact" | "parts" | "half" | "less" | "more" | "twice" | "late";
  /** the message */
  content: "code" | "two_codes" | "foreign_code" | "none";
  mangle: Mangle;
  /** to another account of the bank's customer */
  toOtherAccount: boolean;
  /** the notification of it is sent again later */
  replayed: boolean;
  withoutReference: boolean;
  /** parts arrive at the same moment */
  atOnce: boolean;
}

export const transferPlanOf = (chance: SeededRandom): TransferPlan => ({
  pays: chance.weighted([
    [40, "exact"],
    [16, "parts"],
    [8, "half"],
    [4, "less"],
    [9, "more"],
    [10, "twice"],
    [13, "late"],
  ]),
  content: chance.weighted([
    [88, "code"],
    [5, "none"],
    [4, "two_codes"],
    [3, "foreign_code"],
  ]),
  mangle: chance.is(0.35) ? chance.of(mangles) : "none",
  toOtherAccount: chance.is(0.02),
  replayed: chance.is(0.1),
  withoutReference: chance.is(0.05),
  atOnce: chance.is(0.4),
});

/** The amounts that are transferred, of a total. */
export function amountsOf({ pays }: TransferPlan, total: number, chance: SeededRandom): number[] {
  // the rest of an order that has got nearly all
  if (total < 10_000) return [total];
  const part = chance.between(1, total - 1);
  switch (pays) {
    case "parts":
      return chance.is(0.5) ? [part, total - part] : [1_000, 2_000, total - 3_000];
    case "half":
      return [Math.floor(total / 2)];
    case "less":
      return [total - 1];
    case "more":
      return [total + chance.between(1, 50_000)];
    case "twice":
      return [total, total];
    default:
      return [total];
  }
}

/** Faults of notifications and of the list, of every kind, each with a low probability. */
export const bankFaults = (chance: SeededRandom): BankFaults & { seed: number } => ({
  seed: chance.between(1, 1_000_000),
  notifications: [
    { chance: 0.12, kind: "missing" },
    { chance: 0.08, kind: "late", late_ms: chance.between(100, 5_000) },
    { chance: 0.12, kind: "double" },
    { chance: 0.08, kind: "out_of_order", late_ms: chance.between(100, 2_000) },
    ...(["unsigned", "wrong_key", "wrong_signature", "reserialized", "stale", "future"] as const).map((kind) => ({
      ...{ chance: 0.03, kind, times: chance.between(1, 10) },
    })),
    { chance: 0.05, kind: "form" },
    ...(["other_account", "zero", "negative", "fraction", "huge"] as const).map((kind) => ({
      ...{ chance: 0.02, kind, times: chance.between(1, 10) },
    })),
  ],
  responses: {
    // of each page: a long list has many
    transactions: [
      { chance: 0.004, status: 500 },
      { chance: 0.004, status: 401 },
      { chance: 0.004, status: 429 },
      { chance: 0.004, malformed: true },
      { chance: 0.004, dead: true },
      { chance: 0.05, slow_ms: chance.between(50, 600) },
    ],
  },
});

/** The notifier is down: no notification arrives, and its list does not respond. */
export const notifierDown: BankFaults = { notifications: { kind: "missing" }, responses: { every: { dead: true } } };
