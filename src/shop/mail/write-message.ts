import type { OutboxRow } from "#shop/kernel/jobs/jobs.ts";
import type { Mail } from "./email.ts";
import { emailHtml } from "./email-html.ts";
import { emailText } from "./email-text.ts";
import { type EmailOrigins, fillCopy } from "./email-copy.ts";

/** A MIME message with its envelope. */
export interface Message {
  envelope: { from: string; to: string[] };
  content: Buffer;
}

export interface MessageOptions {
  row: OutboxRow;
  /** the shop's sender, from MAIL_FROM */
  from: string;
  /** the address for replies, null for the one in the texts */
  replyTo: string | null;
  origins: EmailOrigins;
  now: Date;
}

/**
 * Stable for every attempt at one row and unique among rows, so that email clients and logs can recognise a duplicate.
 */
const messageId = ({ id, enqueuedAt: askedAt }: OutboxRow, publicUrl: string): string =>
  `<${id}.${askedAt.getTime().toString(36)}@${new URL(publicUrl).hostname}>`;

/** Headers for programs: the email is automatic, and a newsletter has a one-click unsubscribe link (RFC 8058). */
const headersOf = ({ template, values }: Mail): Record<string, string> => ({
  "Auto-Submitted": "auto-generated",
  ...(template === "newsletter_welcome" && values.url
    ? { "List-Unsubscribe": `<${values.url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : {}),
});

/** Renders an email as text and HTML in one message. @throws if the email lacks a value */
export async function writeMessage(mail: Mail, { row, from, replyTo, origins, now }: MessageOptions): Promise<Message> {
  const { publicUrl } = origins;
  const copy = fillCopy(mail, { ...origins, replyTo });
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const node = new MailComposer({
    from,
    // as an object, so that an address is never parsed as several
    to: mail.to === null ? from : { name: "", address: mail.to },
    replyTo: mail.to === null ? undefined : copy.support,
    subject: copy.subject,
    messageId: messageId(row, publicUrl),
    date: now,
    headers: headersOf(mail),
    text: emailText(mail, copy),
    html: emailHtml(mail, copy, publicUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from: sender, to } = node.getEnvelope();
  return { envelope: { from: sender || "", to }, content: await node.build() };
}
