import { z } from "zod";
import type { Sql, Tx } from "#shop/kernel/db/database.ts";
import { enqueueSql } from "#shop/kernel/jobs/jobs.ts";
import { decrypt, encrypt } from "#shop/kernel/base/secrets.ts";
import { Email, type Mail, Values } from "./email.ts";

/** Outbox rows of this kind carry one letter each. */
export const mailKind = "mail";

const purpose = "mail";
const Queued = Email.extend({ sealed: z.string().nullable() });

export interface QueueMailOptions {
  /** values that must not lie readable in the database, such as a link that opens an account, and what seals them */
  secrets?: { values: Record<string, string>; appSecret: string };
  /** a second letter under the same key is not sent */
  uniqueKey?: string | undefined;
}

/** Asks for a letter to be sent after this transaction commits, as part of a larger statement. */
export function enqueueEmailSql(mail: z.input<typeof Email>, { secrets, uniqueKey }: QueueMailOptions = {}): Sql {
  const sealed = secrets
    ? encrypt(secrets.appSecret, purpose, JSON.stringify(secrets.values)).toString("base64")
    : null;
  return enqueueSql(mailKind, { ...mail, sealed }, uniqueKey ? { uniqueKey } : {});
}

/** Asks for a letter to be sent after this transaction commits. */
export async function queueMail(tx: Tx, mail: z.input<typeof Email>, options: QueueMailOptions = {}): Promise<void> {
  await tx.run(enqueueEmailSql(mail, options));
}

/** Reads a queued letter, its sealed values opened. @throws when it was sealed under another APP_SECRET */
export function openMail(appSecret: string, payload: unknown): Mail {
  const { sealed, ...mail } = Queued.parse(payload);
  if (sealed === null) return mail;
  const secret: unknown = JSON.parse(decrypt(appSecret, purpose, Buffer.from(sealed, "base64")));
  return { ...mail, values: { ...mail.values, ...Values.parse(secret) } };
}
