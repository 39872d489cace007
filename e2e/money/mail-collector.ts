import type { MailboxSimulator } from "../../simulators/mailbox/index.ts";

const everyMs = 100;

/** Counts every received email, by the outbox row that it was sent for. */
export class MailCollector {
  readonly #mailbox: MailboxSimulator;
  readonly #timer: NodeJS.Timeout;
  readonly #counts = new Map<number, number>();

  constructor(mailbox: MailboxSimulator) {
    this.#mailbox = mailbox;
    this.#timer = setInterval(() => this.#empty(), everyMs);
  }

  /** The number of received emails by outbox row. */
  get counts(): ReadonlyMap<number, number> {
    this.#empty();
    return this.#counts;
  }

  /** Makes the mail server refuse the next few emails temporarily; it stores none of them. */
  rejectNext(emails: number, afterData: boolean): void {
    this.#mailbox.setFault({ fault: afterData ? "busy_after_data" : "busy", times: emails });
  }

  recover(): void {
    this.#mailbox.recover();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** The mailbox stores only the newest emails. */
  #empty(): void {
    for (const { messageId } of this.#mailbox.emails()) {
      const row = Number(/^<?(\d+)\./.exec(messageId)?.[1]);
      this.#counts.set(row, (this.#counts.get(row) ?? 0) + 1);
    }
    this.#mailbox.clear();
  }
}
