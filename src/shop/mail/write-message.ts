import type { OutboxRow } from "#shop/kernel/jobs/jobs.ts";
import type { Mail } from "./email.ts";
import { letterHtml } from "./email-html.ts";
import { letterText } from "./email-text.ts";
import { wordingOf } from "./email-copy.ts";

/** A letter as a mail server takes it. */
export interface Message {
  envelope: { from: string; to: string[] };
  content: Buffer;
}

export interface WriteOptions {
  row: OutboxRow;
  /** the shop's sender, as MAIL_FROM has it */
  from: string;
  /** where readers write to, null for the address of the texts */
  replyTo: string | null;
  publicUrl: string;
  now: Date;
}

/**
 * The same for every try at one row, and for no other row: a reader's mail program, and whoever looks into a log, can tell
 * that two are one.
 */
const messageId = ({ id, enqueuedAt: askedAt }: OutboxRow, publicUrl: string): string =>
  `<${id}.${askedAt.getTime().toString(36)}@${new URL(publicUrl).hostname}>`;

/** What programs on the way are told: a program wrote it, and a newsletter can be left by one click of theirs (RFC 8058). */
const headersOf = ({ template, values }: Mail): Record<string, string> => ({
  "Auto-Submitted": "auto-generated",
  ...(template === "newsletter_welcome" && values.url
    ? { "List-Unsubscribe": `<${values.url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : {}),
});

/** Writes a letter as text and as HTML in one message. @throws for a letter that lacks a value */
export async function writeMessage(mail: Mail, { row, from, replyTo, publicUrl, now }: WriteOptions): Promise<Message> {
  const wording = wordingOf(mail, { publicUrl, replyTo });
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const node = new MailComposer({
    from,
    // as an object: an address is never read as several
    to: mail.to === null ? from : { name: "", address: mail.to },
    replyTo: mail.to === null ? undefined : wording.support,
    subject: wording.subject,
    messageId: messageId(row, publicUrl),
    date: now,
    headers: headersOf(mail),
    text: letterText(mail, wording),
    html: letterHtml(mail, wording, publicUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from: sender, to } = node.getEnvelope();
  return { envelope: { from: sender || "", to }, content: await node.build() };
}
