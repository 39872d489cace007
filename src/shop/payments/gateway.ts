import type { Language } from "#contract/language.ts";
import type { Dong, UsdCents } from "#contract/money.ts";
import type { OnlineMethod } from "#contract/payment-methods/index.ts";

export type { OnlineMethod };

/** An amount in the gateway's currency; null for an amount that is not whole đồng: it equals no amount of the shop. */
export type GatewayMoney = { currency: "VND"; amount: Dong | null } | { currency: "USD"; amount: UsdCents };

/** A row of `payment`. */
export interface PaymentAttempt {
  id: number;
  orderId: number;
  attempt: number;
  method: OnlineMethod;
  /** our reference `{order}-{attempt}`; the gateway returns it */
  reference: string;
  status: "created" | "pending" | "succeeded" | "failed" | "cancelled" | "expired" | "to_refund" | "refunded";
  amount: Dong;
  amountUsdCents: UsdCents | null;
  usdRate: number | null;
  /** the gateway's id of the attempt, if it assigns one (PayPal's order id) */
  gatewayId: string | null;
  /** the gateway's transaction number, needed for refunds */
  gatewayTransaction: string | null;
  /** the request as sent, from {@link PaymentSession} */
  request: Record<string, unknown>;
  createdAt: Date;
  /** when the payment link expires */
  expiresAt: Date | null;
}

/** Status of an attempt as reported by the gateway. Its effect on orders is decided elsewhere (payment-flow). */
export interface PaymentStatusResult {
  /**
   * - `paid`: the money was received
   * - `under_review`: the money was received and is under review
   * - `failed`, `cancelled`: not paid, final
   * - `pending`: not paid yet
   * - `unknown`: the gateway has no record of the attempt
   */
  outcome: "paid" | "under_review" | "failed" | "cancelled" | "pending" | "unknown";
  /** the amount paid or requested; null if the gateway does not report it */
  money: GatewayMoney | null;
  /** the gateway's transaction number, "" without one */
  transaction: string;
  /** the gateway's code of the outcome: "24", "INSTRUMENT_DECLINED" */
  code: string;
  /** time of the transaction, null if not reported */
  at: Date | null;
  /** as it came, without signatures and tokens */
  response: Record<string, unknown>;
}

export interface CreatePaymentInput {
  attempt: Pick<
    PaymentAttempt,
    "id" | "orderId" | "reference" | "amount" | "amountUsdCents" | "createdAt" | "expiresAt"
  >;
  /** language of the page */
  lang: Language;
  /** the shopper's IP address */
  ip: string;
}

export interface PaymentSession {
  /** URL of the payment page */
  payUrl: string;
  gatewayId: string | null;
  /** data needed to query the payment later */
  request: Record<string, unknown>;
}

export interface RefundInput {
  attempt: PaymentAttempt;
  refund: {
    id: number;
    /** at most the paid amount */
    amount: Dong;
    /** the whole payment is refunded at once */
    isFull: boolean;
    reason: string;
    requestedBy: string;
    createdAt: Date;
    /** when it was first sent to the gateway, null if never */
    requestedAt: Date | null;
    /** the gateway's ids of the payment's other refunds */
    otherRefundIds: readonly string[];
  };
}

export interface RefundStatusResult {
  /**
   * - `done`: the money has been sent, or is at the bank
   * - `requested`: accepted, still to be polled
   * - `failed`: the gateway will not refund it
   */
  state: "done" | "requested" | "failed";
  gatewayId: string | null;
  code: string;
  response: Record<string, unknown>;
}

/** The gateway rejected the request: a fault of ours or of the attempt, not of the network. */
export class GatewayDeclinedError extends Error {
  readonly code: string;
  readonly response: Record<string, unknown>;
  constructor(code: string, response: Record<string, unknown>) {
    super(`gateway declined: ${code}`);
    this.code = code;
    this.response = response;
  }
}

/**
 * An online payment gateway. Methods do not use the database and may be slow, so they are never called inside a
 * transaction. Timeouts, 5xx and responses that fail verification throw `UpstreamUnavailableError`: the status is then
 * unknown, not unpaid.
 */
export interface Gateway {
  method: OnlineMethod;
  /** @throws UpstreamUnavailableError, GatewayDeclinedError */
  createPayment(input: CreatePaymentInput): Promise<PaymentSession>;
  /**
   * Gets the status of an attempt.
   * @param options.capture whether the order still needs the payment: only then is an approved payment captured (PayPal)
   * @throws UpstreamUnavailableError
   */
  retrievePayment(attempt: PaymentAttempt, options: { capture: boolean }): Promise<PaymentStatusResult>;
  /** Idempotent: repeated for the same refund, it refunds once. @throws UpstreamUnavailableError */
  refund(input: RefundInput): Promise<RefundStatusResult>;
  /** Gets the status of a requested refund. @throws UpstreamUnavailableError */
  retrieveRefund(input: RefundInput & { gatewayId: string | null }): Promise<RefundStatusResult>;
}

/** A webhook of a gateway (VNPay's IPN, PayPal's webhook), or the parameters of a shopper's return. */
export type WebhookEvent =
  | {
      ok: true;
      /** the gateway's id of the message, null without one */
      eventId: string | null;
      /** the attempt: our reference, or the gateway's id of the attempt or its transaction */
      reference: string | null;
      gatewayId: string | null;
      gatewayTransaction: string | null;
      /** the gateway's id of the refund concerned, null if none */
      gatewayRefund: string | null;
      subject: "payment" | "refund" | "other";
      /** the status, if the message can be trusted for it; null: the gateway must be queried */
      status: PaymentStatusResult | null;
      code: string;
      payload: Record<string, unknown>;
    }
  | { ok: false; reason: "signature" | "malformed" | "unavailable"; payload: Record<string, unknown> };

/** A webhook or return whose authenticity is verified, as far as its gateway allows. */
export type ValidWebhook = Extract<WebhookEvent, { ok: true }>;
