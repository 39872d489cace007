import type { PaymentAttempt } from "../gateway.ts";

/**
 * Stable key of an attempt at PayPal. Includes the creation time: another database of the shop has the same references,
 * and
 * PayPal stores invoice ids forever.
 */
export const attemptKey = ({ reference, createdAt }: Pick<PaymentAttempt, "reference" | "createdAt">): string =>
  `${reference}-${createdAt.getTime().toString(36)}`;

export const createRequestId = (attempt: Pick<PaymentAttempt, "reference" | "createdAt">): string =>
  `lianne-${attemptKey(attempt)}`;

export const captureRequestId = (attempt: Pick<PaymentAttempt, "reference" | "createdAt">): string =>
  `lianne-cap-${attemptKey(attempt)}`;

export const refundKey = (attempt: Pick<PaymentAttempt, "reference" | "createdAt">, refundId: number): string =>
  `${attemptKey(attempt)}-R${refundId}`;
