import { type EmailOrigins, fillCopy } from "./email-copy.ts";
import { emailHtml } from "./email-html.ts";
import { Email, type NewMail } from "./email.ts";

/**
 * An email as its recipient sees it: its HTML part, whose title is the subject.
 * @throws if the email lacks a value
 */
export function emailPage(
  input: NewMail,
  { publicUrl, backOfficeUrl, replyTo }: EmailOrigins & { replyTo: string | null },
): string {
  const mail = Email.parse(input);
  return emailHtml(mail, fillCopy(mail, { publicUrl, backOfficeUrl, replyTo }), publicUrl);
}
