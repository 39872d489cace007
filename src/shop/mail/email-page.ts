import { fillCopy } from "./email-copy.ts";
import { emailHtml } from "./email-html.ts";
import { Email, type NewMail } from "./email.ts";

/**
 * An email as its recipient sees it: its HTML part, whose title is the subject. @param publicUrl origin of the shop
 * @throws if the email lacks a value
 */
export function emailPage(
  input: NewMail,
  { publicUrl, replyTo }: { publicUrl: string; replyTo: string | null },
): string {
  const mail = Email.parse(input);
  return emailHtml(mail, fillCopy(mail, { publicUrl, replyTo }), publicUrl);
}
