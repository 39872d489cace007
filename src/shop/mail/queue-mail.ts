import { z } from "zod";
import { LanguageCode } from "#contract/atoms.ts";
import type { Tx } from "#shop/kernel/database.ts";
import { enqueue } from "#shop/kernel/jobs.ts";
import { decrypt, encrypt } from "#shop/kernel/secrets.ts";

/** Letters the shop writes; each is a section of `emails` in the texts. */
const MailTemplate = z.enum([
  "order_received",
  "order_paid",
  "payment_failed",
  "order_cancelled",
  "order_note",
  "password_reset",
  "welcome",
  "newsletter_welcome",
]);

const Values = z.record(z.string(), z.string());
const Letter = z.object({ template: MailTemplate, to: z.string(), lang: LanguageCode, values: Values });

/** One letter: its values fill the template's placeholders; `url` is where its button leads. */
export type Mail = z.infer<typeof Letter>;

/** Outbox rows of this kind carry one letter each. */
const mailKind = "mail";

const purpose = "mail";
const Queued = Letter.extend({ sealed: z.string().nullable() });

interface QueueMailOptions {
  /** values that must not lie readable in the database, such as a link that opens an account, and what seals them */
  secrets?: { values: Record<string, string>; appSecret: string };
  /** a second letter under the same key is not sent */
  uniqueKey?: string;
}

/** Asks for a letter to be sent after this transaction commits. */
export async function queueMail(tx: Tx, mail: Mail, { secrets, uniqueKey }: QueueMailOptions = {}): Promise<void> {
  const sealed = secrets
    ? encrypt(secrets.appSecret, purpose, JSON.stringify(secrets.values)).toString("base64")
    : null;
  await enqueue(tx, mailKind, { ...mail, sealed }, uniqueKey ? { uniqueKey } : {});
}

/** Reads a queued letter, its sealed values opened. @throws when it was sealed under another APP_SECRET */
export function openMail(appSecret: string, payload: unknown): Mail {
  const { sealed, ...mail } = Queued.parse(payload);
  if (sealed === null) return mail;
  const secret: unknown = JSON.parse(decrypt(appSecret, purpose, Buffer.from(sealed, "base64")));
  return { ...mail, values: { ...mail.values, ...Values.parse(secret) } };
}
