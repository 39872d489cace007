import type { z } from "zod";
import { Email } from "./email.ts";
import { type EmailOrigins, fillCopy } from "./email-copy.ts";
import { emailText } from "./email-text.ts";

/** Subject and text of an email as its recipient would read them. @throws if the email lacks a value */
export function previewEmail(
  input: z.input<typeof Email>,
  { publicUrl, backOfficeUrl }: EmailOrigins,
): { subject: string; text: string } {
  const mail = Email.parse(input);
  const copy = fillCopy(mail, { publicUrl, backOfficeUrl, replyTo: null });
  return { subject: copy.subject, text: emailText(mail, copy) };
}
