import { randomUUID } from "node:crypto";
import { type Mangle, mangled } from "./mangle.ts";

export interface TransferInput {
  account: string;
  /** whole đồng */
  amount: number;
  content: string;
  direction?: "in" | "out";
  mangle?: Mangle;
  /** by default one of its own; "": the bank reports none */
  reference?: string;
}

/** A transfer on the simulated account. */
export interface BankTransfer {
  /** id in webhooks */
  id: number;
  /** id in the list */
  uuid: string;
  account: string;
  direction: "in" | "out";
  amount: number;
  /** as it arrived */
  content: string;
  /** as the payer typed it */
  typed: string;
  reference: string;
  at: Date;
  /** balance after it */
  balance: number;
  /** responses of the shop to its webhook, oldest first; "" for none */
  responses: string[];
}

/** The account's transfers. */
export class Ledger {
  readonly #rows: BankTransfer[] = [];
  #balance: number;

  constructor(balance = 19_077_000) {
    this.#balance = balance;
  }

  book(input: TransferInput, at: Date): BankTransfer {
    const { account, amount, content: typed, direction = "in", mangle = "none" } = input;
    const id = 92_704 + this.#rows.length;
    const { reference = `FT${String(26_000_000_000 + id)}` } = input;
    this.#balance += direction === "in" ? amount : -amount;
    const transfer: BankTransfer = {
      ...{ id, uuid: randomUUID(), account, direction, amount, typed, at, balance: this.#balance, responses: [] },
      content: mangled(typed, mangle, reference),
      reference,
    };
    this.#rows.push(transfer);
    return transfer;
  }

  find(id: number): BankTransfer | undefined {
    return this.#rows.find((transfer) => transfer.id === id);
  }

  /** oldest first */
  get rows(): readonly BankTransfer[] {
    return this.#rows;
  }
}

/** `YYYY-MM-DD HH:mm:ss` in Vietnam. */
export const localTime = (at: Date): string =>
  new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
