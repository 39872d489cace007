import { type Clock, dayMs, hourMs, minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { expiredReason } from "#shop/kernel/jobs/failed-jobs.ts";
import { PermanentJobError, type OutboxHandler, type OutboxRow, RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { forRecipient } from "./confirmed-recipient.ts";
import type { Mail } from "./email.ts";
import { leadsToOrder } from "./email-copy.ts";
import { MailServer, DeliveryFailedError, DeliveryUnknownError } from "./mail-server.ts";
import { openMail } from "./queue-mail.ts";
import { type Message, writeMessage } from "./write-message.ts";

/** Sends the emails in the outbox. */
export interface MailSender {
  deliver: OutboxHandler;
  /** Closes the connection to the mail server. */
  close(): Promise<void>;
}

const maybeSentMessage =
  "The email was being handed to the mail server when the connection or the process was lost: it may have been sent. " +
  "It is not retried automatically; `npm run shop -- jobs retry <id>` sends it again.";

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An email whose link would have expired on arrival is not sent. */
const linkLifetimeMs = ({ template }: Mail): number => {
  if (template === "password_reset") return hourMs;
  return template === "email_change_confirm" || template === "account_confirm" ? dayMs : Number.POSITIVE_INFINITY;
};

/** How long to retry an email that the server does not accept now. */
const maxRetryMs = 3 * dayMs;

/** Retry back-off: it grows with the email's age, from 5 seconds to 15 minutes. */
const backOffMs = (ageMs: number): number => Math.min(Math.max(ageMs / 4, 5 * secondMs), 15 * minuteMs);

type MailSenderAddresses = Pick<NonNullable<Config["mail"]>, "from" | "replyTo">;

interface MailSenderOptions extends MailSenderAddresses {
  /** a link to an order for a device without a session; null for an order whose customer logs in, and an address that is not the order's */
  urlOfOrder: (orderId: number, mail: Mail) => Promise<string | null>;
}

/** Lets the button of an email open its order on a device without a session. Made on delivery, so that no row has the link. */
async function withOrderLink(mail: Mail, urlOfOrder: MailSenderOptions["urlOfOrder"]): Promise<Mail> {
  const number = mail.values.order_number ?? "";
  const url = leadsToOrder(mail) && /^\d{1,9}$/.test(number) ? await urlOfOrder(Number(number), mail) : null;
  return url === null ? mail : { ...mail, values: { ...mail.values, url } };
}

/** @throws PermanentJobError for an email that can never be written: sealed under another APP_SECRET, or with a value missing */
async function orPermanentError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PermanentJobError) throw error;
    throw new PermanentJobError(`The email was not sent: ${reasonOf(error)}`, { cause: error, reason: "unreadable" });
  }
}

interface RenderedMessage extends Message {
  /** see {@link forRecipient} */
  limitKey: string | null;
}

/** @returns null for an email that its recipient must not get, see {@link forRecipient} @throws PermanentJobError */
async function renderMessage(
  payload: unknown,
  row: OutboxRow,
  { config, clock, db }: AppContext,
  { from, replyTo, urlOfOrder }: MailSenderOptions,
): Promise<RenderedMessage | null> {
  const now = clock.now();
  const mail = await orPermanentError(() => {
    const opened = openMail(config.appSecret, payload);
    if (now.getTime() - row.enqueuedAt.getTime() > linkLifetimeMs(opened))
      throw new PermanentJobError("The email was not sent: its link has expired", { reason: expiredReason });
    return opened;
  });
  const { appSecret, rateLimits: limited } = config;
  const sendable = await forRecipient(db, mail, { rowId: row.id, limited, appSecret, now });
  if (!sendable) return null;
  const linked = await withOrderLink(sendable.mail, urlOfOrder);
  const message = await orPermanentError(() => writeMessage(linked, { row, from, replyTo, origins: config, now }));
  return { ...message, limitKey: sendable.limitKey };
}

const assertNotHandedOver = async (db: Db, { id }: OutboxRow): Promise<void> => {
  if (await db.one(sql`select from outbox where id = ${id} and smtp_data_at is not null`))
    throw new PermanentJobError(maybeSentMessage);
};

/** Claims the email permanently, immediately before its content is transmitted. */
const claim = async (
  db: Db,
  clock: Clock,
  { id, limitKey }: { id: number; limitKey: string | null },
): Promise<void> => {
  const claimed = await db.transaction((tx) =>
    tx.run(sql`update outbox set smtp_data_at = ${clock.now()}, limit_key = ${limitKey}::text
               where id = ${id} and smtp_data_at is null and done_at is null`),
  );
  if (claimed === 0) throw new PermanentJobError(maybeSentMessage);
};

const unclaim = (db: Db, { id }: OutboxRow): Promise<number> =>
  db.transaction((tx) => tx.run(sql`update outbox set smtp_data_at = null where id = ${id}`));

/**
 * Sends emails, each at most once. SMTP cannot guarantee exactly once: a server may accept an email and its response be
 * lost. So an email is claimed in the database when the server is ready for DATA, and done when the server has
 * confirmed it. If the process dies or the connection breaks between the two, the email may or may not have been sent;
 * it is not sent again, but its job fails permanently, for the merchant to decide. Errors before that moment and
 * temporary rejections by the server lose nothing: the email is retried for three days. What cannot be excluded: an
 * email in that window may be missing, and the server may still lose or duplicate what it has accepted.
 */
export function createMailSender(
  shop: AppContext,
  { smtpUrl, ...sender }: MailSenderOptions & { smtpUrl: string },
): MailSender {
  const { db, clock, log } = shop;
  const server = new MailServer(smtpUrl);
  let downUntil = new Date(0);

  /** @throws what the job runner acts on: PermanentJobError, RescheduleJob, or an error unrelated to the email */
  const handleFailure = async (error: unknown, row: OutboxRow): Promise<never> => {
    if (error instanceof DeliveryUnknownError) throw new PermanentJobError(maybeSentMessage, { cause: error });
    if (!(error instanceof DeliveryFailedError)) throw error;
    await unclaim(db, row);
    const now = clock.now();
    const ageMs = now.getTime() - row.enqueuedAt.getTime();
    if (error.reason === "rejected" || ageMs > maxRetryMs)
      throw new PermanentJobError(`The mail server rejected the email: ${error.message}`, {
        cause: error,
        reason: "rejected",
      });
    if (error.reason === "no server") downUntil = new Date(now.getTime() + 5 * secondMs);
    log.warn({ err: error, job: "mail", id: row.id }, "an email could not be sent and will be retried");
    throw new RescheduleJob(new Date(now.getTime() + backOffMs(ageMs)), error.message);
  };

  return {
    deliver: async (payload, row) => {
      await assertNotHandedOver(db, row);
      const message = await renderMessage(payload, row, shop, sender);
      if (!message) {
        log.warn({ job: "mail", id: row.id }, "an email was not sent: its unconfirmed recipient got many today");
        return;
      }
      // once one email has found the server down, the others do not each wait for a timeout
      if (clock.now() < downUntil) throw new RescheduleJob(downUntil, "The mail server is unreachable.");
      await server
        .send(message.envelope, () =>
          claim(db, clock, { id: row.id, limitKey: message.limitKey }).then(() => message.content),
        )
        .catch((error: unknown) => handleFailure(error, row));
    },
    close: () => server.close(),
  };
}
