import { z } from "zod";
import type { Sql, Tx } from "#shop/kernel/db/database.ts";
import { enqueueSql } from "#shop/kernel/jobs/jobs.ts";
import { decrypt, encrypt } from "#shop/kernel/base/secrets.ts";
import { Email, type Mail, Values } from "./email.ts";

/** Kind of the outbox rows that contain an email each. */
export const mailKind = "mail";

const purpose = "mail";
const QueuedEmail = Email.extend({ sealed: z.string().nullable() });

export interface QueueMailOptions {
  /**
   * values that must not be readable in the database, such as a password reset link, and the secret they are encrypted
   * with
   */
  secrets?: { values: Record<string, string>; appSecret: string };
  /** a second email with the same key is not sent */
  uniqueKey?: string | undefined;
  /** whose account the email is about; an email about an order is found by its number in `values` */
  customerId?: number;
}

/** SQL that enqueues an email as part of a larger statement; it is sent after the transaction commits. */
export function enqueueEmailSql(
  mail: z.input<typeof Email>,
  { secrets, uniqueKey, customerId }: QueueMailOptions = {},
): Sql {
  const sealed = secrets
    ? encrypt(secrets.appSecret, purpose, JSON.stringify(secrets.values)).toString("base64")
    : null;
  return enqueueSql(mailKind, { ...mail, sealed }, { uniqueKey: uniqueKey ?? null, customerId: customerId ?? null });
}

/** Enqueues an email, which is sent after this transaction commits. */
export async function queueMail(tx: Tx, mail: z.input<typeof Email>, options: QueueMailOptions = {}): Promise<void> {
  await tx.run(enqueueEmailSql(mail, options));
}

/** Parses a queued email and decrypts its sealed values. @throws if it was sealed under another APP_SECRET */
export function openMail(appSecret: string, payload: unknown): Mail {
  const { sealed, ...mail } = QueuedEmail.parse(payload);
  if (sealed === null) return mail;
  const secret: unknown = JSON.parse(decrypt(appSecret, purpose, Buffer.from(sealed, "base64")));
  return { ...mail, values: { ...mail.values, ...Values.parse(secret) } };
}
