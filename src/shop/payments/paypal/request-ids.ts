import type { Attempt } from "../gateway.ts";

/**
 * Names an attempt to PayPal, the same however often: the reference alone would come again with another database of ours,
 * and PayPal remembers invoices for good.
 */
export const attemptName = ({ reference, createdAt }: Pick<Attempt, "reference" | "createdAt">): string =>
  `${reference}-${createdAt.getTime().toString(36)}`;

export const createId = (attempt: Pick<Attempt, "reference" | "createdAt">): string => `lianne-${attemptName(attempt)}`;

export const captureId = (attempt: Pick<Attempt, "reference" | "createdAt">): string =>
  `lianne-cap-${attemptName(attempt)}`;

export const refundName = (attempt: Pick<Attempt, "reference" | "createdAt">, refundId: number): string =>
  `${attemptName(attempt)}-R${refundId}`;
