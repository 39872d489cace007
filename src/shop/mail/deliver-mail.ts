import { type Clock, dayMs, hourMs, minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { PermanentJobError, type OutboxHandler, type OutboxRow, RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Mail } from "./email.ts";
import { MailServer, DeliveryFailedError, DeliveryUnknownError } from "./mail-server.ts";
import { openMail } from "./queue-mail.ts";
import { type Message, writeMessage } from "./write-message.ts";

/** Sends the letters of the outbox. */
export interface MailSender {
  deliver: OutboxHandler;
  /** Takes leave of the mail server. */
  close(): Promise<void>;
}

const perhaps =
  "The letter had been handed to the mail server when the shop lost sight of it: it may have been sent. " +
  "It is not sent again by itself; `npm run shop -- jobs retry <id>` sends it again.";

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A letter whose link is over by the time it comes helps nobody. */
const uselessAfterMs = ({ template }: Mail): number =>
  template === "password_reset" ? hourMs : Number.POSITIVE_INFINITY;

/** How long a letter is brought again and again to a server that will not have it now. */
const patienceMs = 3 * dayMs;

/** The older a letter, the longer its pauses: 5 seconds at first, a quarter of an hour at last. */
const nextTry = (askedAt: Date, now: Date): Date => {
  const age = now.getTime() - askedAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(age / 4, 5 * secondMs), 15 * minuteMs));
};

type Sender = Pick<NonNullable<Config["mail"]>, "from" | "replyTo">;

/** @throws Hopeless for a letter that can never be written: of another APP_SECRET, or with a value missing */
async function write(
  payload: unknown,
  row: OutboxRow,
  { config, clock }: AppContext,
  { from, replyTo }: Sender,
): Promise<Message> {
  const now = clock.now();
  try {
    const mail = openMail(config.appSecret, payload);
    if (now.getTime() - row.enqueuedAt.getTime() > uselessAfterMs(mail)) throw new Error("its link is over");
    return await writeMessage(mail, { row, from, replyTo, publicUrl: config.publicUrl, now });
  } catch (error) {
    throw new PermanentJobError(`The letter was not sent: ${reasonOf(error)}`, { cause: error });
  }
}

const refuseHandedOver = async (db: Db, { id }: OutboxRow): Promise<void> => {
  if (await db.one(sql`select from outbox where id = ${id} and handed_over_at is not null`))
    throw new PermanentJobError(perhaps);
};

/** Claims the letter for good, in the moment before its words leave. */
const claim = async (db: Db, clock: Clock, { id }: OutboxRow): Promise<void> => {
  const mine = await db.transaction((tx) =>
    tx.run(sql`update outbox set handed_over_at = ${clock.now()}
               where id = ${id} and handed_over_at is null and done_at is null`),
  );
  if (mine === 0) throw new PermanentJobError(perhaps);
};

const unclaim = (db: Db, { id }: OutboxRow): Promise<number> =>
  db.transaction((tx) => tx.run(sql`update outbox set handed_over_at = null where id = ${id}`));

/**
 * Sends letters, each at most once. SMTP knows no way to be sure of exactly once: a server may take a letter and its answer
 * be lost. So a letter is claimed in the database when the server asks for its words, and done when the server has said that
 * it has them. Where the process dies, or the line breaks, in these milliseconds, the letter may have been sent or not; it is
 * not sent again, but fails for good and stands among the jobs for the merchant to decide. Trouble before that moment, and a
 * server that answers "not now", lose nothing: the letter is brought again for three days. What cannot be excluded: such a
 * letter may be missing, and what a server has taken it may still lose or deliver twice.
 */
export function createMailSender(shop: AppContext, { smtpUrl, ...sender }: Sender & { smtpUrl: string }): MailSender {
  const { db, clock, log } = shop;
  const server = new MailServer(smtpUrl);
  let downUntil = new Date(0);

  /** @throws what the runner does with the row: Hopeless, Postponed, or an error that is no fault of the letter's */
  const judge = async (error: unknown, row: OutboxRow): Promise<never> => {
    if (error instanceof DeliveryUnknownError) throw new PermanentJobError(perhaps, { cause: error });
    if (!(error instanceof DeliveryFailedError)) throw error;
    await unclaim(db, row);
    const now = clock.now();
    const tooOld = now.getTime() - row.enqueuedAt.getTime() > patienceMs;
    if (error.because === "refused" || tooOld)
      throw new PermanentJobError(`The mail server refused the letter: ${error.message}`, { cause: error });
    if (error.because === "no server") downUntil = new Date(now.getTime() + 5 * secondMs);
    log.warn({ err: error, job: "mail", id: row.id }, "a letter could not be sent now; it is brought again");
    throw new RescheduleJob(nextTry(row.enqueuedAt, now), error.message);
  };

  return {
    deliver: async (payload, row) => {
      await refuseHandedOver(db, row);
      const message = await write(payload, row, shop, sender);
      // one letter has found the server gone: the others do not all wait for it in turn
      if (clock.now() < downUntil) throw new RescheduleJob(downUntil, "The mail server does not answer.");
      await server
        .send(message.envelope, () => claim(db, clock, row).then(() => message.content))
        .catch((error: unknown) => judge(error, row));
    },
    close: () => server.close(),
  };
}
