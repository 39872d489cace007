import type { User } from "#contract/customer.ts";

/** What the layout of checkout passes to its pages. */
export interface CheckoutArrival {
  /** path of the previous step; null on arrival from elsewhere */
  stepBefore: string | null;
  /** null for a guest */
  user: User | null;
}
