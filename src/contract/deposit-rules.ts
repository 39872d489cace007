// Values of deposits, apart from the schemas: screens import them too.
import { type Dong, dong } from "./money.ts";

export const depositStates = ["waiting", "paid", "withdrawn", "expired", "returned"] as const;
/** `returned`: it was paid, and is or was returned to the customer. */
export type DepositState = (typeof depositStates)[number];

const smallest = 100_000;
const step = 10_000;
const share = 0.3;

/**
 * What is requested unless a staff member enters another amount: 30 % of what is due, rounded to 10 000 đồng, at least 100 000; less than
 * what is due in any case.
 */
export const usualDeposit = (due: Dong): Dong => {
  const usual = Math.max(smallest, Math.round((due * share) / step) * step);
  if (usual < due) return dong(usual);
  return dong(Math.max(1, Math.floor(due / 2 / step) * step));
};
