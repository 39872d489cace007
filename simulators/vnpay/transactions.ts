import { randomBytes } from "node:crypto";
import type { Refunding } from "#simulators/shared/gateway.ts";
import type { Card } from "./cards.ts";
import { stamp } from "./stamp.ts";

/** How a payment ended. */
export interface Result {
  /** `vnp_ResponseCode` */
  code: string;
  /** `vnp_TransactionStatus`: 00 paid, 02 not, 07 under review, 04 reversed by the bank */
  status: string;
  /** VNPay's transaction number, 0 if no bank was involved */
  number: string;
  bankCode: string;
  cardType: string;
  payDate: string;
}

export interface Refund {
  requestId: string;
  /** đồng */
  amount: number;
  type: "02" | "03";
  number: string;
  at: Date;
}

/** The result code of a sent notification, and the shop's response ("" for none). */
export interface SentNotification {
  sent: string;
  response: string;
}

/** A payment, created when the browser opens its payment URL. */
export interface Transaction {
  /** id in the URLs of the payment pages */
  token: string;
  reference: string;
  /** đồng */
  amount: number;
  createDate: string;
  expiresAt: Date;
  locale: "vn" | "en";
  orderInfo: string;
  returnUrl: string;
  /** the fields of the payment URL; the same ones again open the same payment */
  signedText: string;
  /** the card entered, until the one-time password is confirmed */
  card: Card | null;
  wrongDetails: number;
  result: Result | null;
  refunds: Refund[];
  notifications: SentNotification[];
}

const stateOf = ({ result, expiresAt }: Transaction, now: Date): string => {
  if (!result) return expiresAt <= now ? "expired" : "open";
  if (result.status === "00") return "paid";
  if (result.status === "07") return "under_review";
  if (result.status === "04") return "reversed";
  return result.code === "24" ? "cancelled" : "failed";
};

/** The gateway's record of a payment. Money is whole đồng. */
export interface LedgerRow {
  reference: string;
  amount: number;
  state: string;
  code: string;
  /** paid amount, before refunds */
  paid: number;
  /** refunded amount, pending refunds included */
  refunded: number;
  refunds: { amount: number; status: string }[];
  notifications: SentNotification[];
}

/** All payments of the terminal, in memory. */
export class Transactions {
  readonly #clock: { now(): Date };
  readonly #byReference = new Map<string, Transaction>();
  readonly #byToken = new Map<string, Transaction>();
  #lastNumber = 15_300_000;
  /** the duration of a refund, and its final status */
  refunding: Refunding<"06" | "09">;

  constructor(clock: { now(): Date }, refundTakesMs: number) {
    this.#clock = clock;
    this.refunding = { takesMs: refundTakesMs, ends: "06" };
  }

  open(
    visit: Pick<
      Transaction,
      "reference" | "amount" | "createDate" | "expiresAt" | "locale" | "orderInfo" | "returnUrl" | "signedText"
    >,
  ): Transaction {
    const transaction: Transaction = {
      ...visit,
      token: randomBytes(16).toString("hex"),
      card: null,
      wrongDetails: 0,
      result: null,
      refunds: [],
      notifications: [],
    };
    this.#byReference.set(transaction.reference, transaction);
    this.#byToken.set(transaction.token, transaction);
    return transaction;
  }

  byToken(token: string | null): Transaction | undefined {
    return this.#byToken.get(token ?? "");
  }
  byReference(reference: string): Transaction | undefined {
    return this.#byReference.get(reference);
  }

  nextNumber(): string {
    return String(++this.#lastNumber);
  }

  isOver({ expiresAt }: Transaction): boolean {
    return expiresAt <= this.#clock.now();
  }

  /** @returns the result of the payment */
  finish(transaction: Transaction, code: string, by: { bank: string; type: string } | null): Result {
    const status = code === "00" || code === "07" ? code : "02";
    const number = by ? this.nextNumber() : "0";
    const payDate = stamp(this.#clock.now());
    const result = { code, status, number, bankCode: by?.bank ?? "VNPAY", cardType: by?.type ?? "ATM", payDate };
    transaction.result = result;
    return result;
  }

  /** 05 while VNPay processes it, then the configured result. */
  refundStatus({ at }: Refund): "05" | "06" | "09" {
    const over = at.getTime() + this.refunding.takesMs <= this.#clock.now().getTime();
    return over ? this.refunding.ends : "05";
  }

  refunded({ refunds }: Transaction): number {
    return refunds.filter((refund) => this.refundStatus(refund) !== "09").reduce((sum, { amount }) => sum + amount, 0);
  }

  ledger(): LedgerRow[] {
    return [...this.#byReference.values()].map((transaction) => ({
      reference: transaction.reference,
      amount: transaction.amount,
      state: stateOf(transaction, this.#clock.now()),
      code: transaction.result?.code ?? "",
      paid: transaction.result?.status === "00" ? transaction.amount : 0,
      refunded: this.refunded(transaction),
      refunds: transaction.refunds.map((refund) => ({ amount: refund.amount, status: this.refundStatus(refund) })),
      notifications: transaction.notifications,
    }));
  }
}
