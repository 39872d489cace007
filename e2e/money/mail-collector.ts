import type { MailboxSimulator } from "../../simulators/mailbox/index.ts";

const everyMs = 100;

/** Counts every letter that comes, by the row of the outbox that it was written for. */
export class Postbag {
  readonly #mailbox: MailboxSimulator;
  readonly #timer: NodeJS.Timeout;
  readonly #counts = new Map<number, number>();

  constructor(mailbox: MailboxSimulator) {
    this.#mailbox = mailbox;
    this.#timer = setInterval(() => this.#empty(), everyMs);
  }

  /** How often the letter of each row has come. */
  get counts(): ReadonlyMap<number, number> {
    this.#empty();
    return this.#counts;
  }

  /** The mail server will not have the next few letters now; it keeps none of them. */
  busy(letters: number, afterHearing: boolean): void {
    this.#mailbox.trouble({ fault: afterHearing ? "busy after letter" : "busy", times: letters });
  }

  recover(): void {
    this.#mailbox.recover();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** The mailbox keeps the newest letters alone. */
  #empty(): void {
    for (const { messageId } of this.#mailbox.letters()) {
      const row = Number(/^<?(\d+)\./.exec(messageId)?.[1]);
      this.#counts.set(row, (this.#counts.get(row) ?? 0) + 1);
    }
    this.#mailbox.clear();
  }
}
