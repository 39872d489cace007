import type { Language } from "#contract/language.ts";
import type { OnlineMethod } from "#contract/online-method.ts";

export type { OnlineMethod };

/** Money as a gateway counts it: whole đồng, or US cents. */
export interface GatewayMoney {
  currency: "VND" | "USD";
  amount: number;
}

/** A row of `payment`. Money is whole đồng, but for `amountUsdCents`. */
export interface Attempt {
  id: number;
  orderId: number;
  attempt: number;
  method: OnlineMethod;
  /** ours, `{order}-{attempt}`; the gateway sends it back */
  reference: string;
  status: "created" | "pending" | "succeeded" | "failed" | "cancelled" | "expired" | "to_refund" | "refunded";
  amount: number;
  amountUsdCents: number | null;
  usdRate: number | null;
  /** the gateway's id of the attempt, once it has one (PayPal's order) */
  gatewayId: string | null;
  /** the gateway's number of the money's movement, by which it is refunded */
  gatewayTransaction: string | null;
  /** exactly what was sent, as {@link PaymentSession} gave it */
  request: Record<string, unknown>;
  createdAt: Date;
  /** when the shopper's link ends */
  expiresAt: Date | null;
}

/** What a gateway says became of an attempt. Which orders that moves, and how, is the shop's to decide. */
export interface PaymentStatusResult {
  /**
   * - `paid`: the money is there
   * - `held`: the money was taken and is being examined
   * - `failed`, `cancelled`: not paid, and this attempt will not be
   * - `pending`: not paid yet
   * - `unknown`: the gateway has never heard of it
   */
  outcome: "paid" | "held" | "failed" | "cancelled" | "pending" | "unknown";
  /** what it says was paid, or asked for; null where it does not say */
  money: GatewayMoney | null;
  /** its number of the payment, "" where there is none */
  transaction: string;
  /** its own code for the outcome: "24", "INSTRUMENT_DECLINED" */
  code: string;
  /** when the money moved, null where it does not say */
  at: Date | null;
  /** as it came, without signatures and tokens */
  answer: Record<string, unknown>;
}

export interface BeginInput {
  attempt: Pick<Attempt, "id" | "orderId" | "reference" | "amount" | "amountUsdCents" | "createdAt" | "expiresAt">;
  /** the page's language */
  lang: Language;
  /** the shopper's address */
  ip: string;
}

export interface PaymentSession {
  /** where the shopper pays */
  payUrl: string;
  gatewayId: string | null;
  /** what has to be known to ask about it later */
  request: Record<string, unknown>;
}

export interface RefundInput {
  attempt: Attempt;
  refund: {
    id: number;
    /** whole đồng, at most what was paid */
    amount: number;
    /** all of the payment goes back in one */
    full: boolean;
    reason: string;
    by: string;
    createdAt: Date;
    /** when the gateway was first asked for it, null if it never was */
    askedAt: Date | null;
    /** the gateway's ids of the payment's other refunds */
    others: readonly string[];
  };
}

export interface RefundStatusResult {
  /**
   * - `done`: the money has left, or its bank has it
   * - `requested`: accepted, and still to be followed
   * - `failed`: it will not be given back this way
   */
  state: "done" | "requested" | "failed";
  gatewayId: string | null;
  code: string;
  answer: Record<string, unknown>;
}

/** The gateway answered, and would not: our fault or the attempt's, not the network's. */
export class GatewayDeclinedError extends Error {
  readonly code: string;
  readonly answer: Record<string, unknown>;
  constructor(code: string, answer: Record<string, unknown>) {
    super(`the gateway refused: ${code}`);
    this.code = code;
    this.answer = answer;
  }
}

/**
 * One way to pay online. Nothing here touches the database, and every call may take its time: never inside a transaction.
 * Silence, 5xx and answers that cannot be believed are `NoAnswer`: not asked is not unpaid.
 */
export interface Gateway {
  method: OnlineMethod;
  /** @throws NoAnswer, GatewayRefused */
  createPayment(input: BeginInput): Promise<PaymentSession>;
  /**
   * @param take whether the order still wants the money: what a shopper has approved is taken then (PayPal's capture), and
   * left alone otherwise
   * @throws NoAnswer
   */
  retrievePayment(attempt: Attempt, options: { take: boolean }): Promise<PaymentStatusResult>;
  /** May be called again for the same refund: it is given back once. @throws NoAnswer */
  refund(input: RefundInput): Promise<RefundStatusResult>;
  /** What became of a refund that was asked for. @throws NoAnswer */
  retrieveRefund(input: RefundInput & { gatewayId: string | null }): Promise<RefundStatusResult>;
}

/** A message of the gateway's server (VNPay's IPN, PayPal's webhook), or a shopper coming back with its words. */
export type WebhookEvent =
  | {
      ok: true;
      /** the gateway's id of the message, null where it has none */
      eventId: string | null;
      /** whose it is: our reference, or the gateway's id of the attempt or of its capture */
      reference: string | null;
      gatewayId: string | null;
      gatewayTransaction: string | null;
      /** the gateway's id of the refund that it is about, null where it is about none */
      gatewayRefund: string | null;
      about: "payment" | "refund" | "something else";
      /** what it says, where that is the truth; null: the gateway is to be asked */
      verdict: PaymentStatusResult | null;
      code: string;
      payload: Record<string, unknown>;
    }
  | { ok: false; because: "signature" | "malformed" | "no answer"; payload: Record<string, unknown> };
