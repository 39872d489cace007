import type { Dong } from "#contract/money.ts";
import type { IncomingHttpHeaders } from "node:http";

/** A transfer as a notifier reports it. The account's balance is never part of it. */
export interface BankNotification {
  /** the notifier's id of the transfer, unique within one channel; null if it gives none */
  providerId: string | null;
  account: string;
  /** the virtual account that received it, "" without one */
  subAccount: string;
  direction: "in" | "out";
  /** more than 0 */
  amount: Dong;
  /** the bank's reference, "" without one */
  reference: string;
  at: Date;
  content: string;
  /** the other account, masked but for its last four characters; "" if the bank does not report it */
  counterAccount: string;
}

/** A message as it was received. */
export interface RawMessage {
  headers: IncomingHttpHeaders;
  rawBody: string;
  /** the parsed body */
  body: unknown;
}

/**
 * - `authentic`: `lateMs` is by how much its own time differs from the shop's, 0 if it has none
 * - otherwise why it is not
 */
export type Verification = { authentic: true; lateMs: number } | { authentic: false; reason: "signature" | "expired" };

/** A service that watches the shop's bank account: it sends a message for each transfer, and lists them on request. */
export interface Notifier {
  name: NotifierName;
  verify(message: RawMessage, now: Date): Verification;
  /**
   * The transfers of an authentic message; an empty list for a notification of something else, such as a test message; null if
   * it is malformed.
   */
  parse(message: RawMessage): BankNotification[] | null;
  /**
   * The transfers of the account since then, in any order; null if the service has no list or no key for it is set.
   * @throws UpstreamUnavailableError, RetryLaterError
   */
  listSince: ((since: Date) => Promise<BankNotification[]>) | null;
}

export type NotifierName = "sepay" | "casso" | "payos";

/** The service limits requests. */
export class RetryLaterError extends Error {
  readonly afterMs: number;
  constructor(afterMs: number) {
    super(`the notifier accepts no requests for ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

/** Hides all but the last four characters. */
export const maskAccount = (account: string): string => (account.length > 4 ? `•••${account.slice(-4)}` : "•••");
