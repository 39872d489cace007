export { createMailSender } from "./deliver-mail.ts";
export type { Mail, MailTemplate, MerchantEmailKind, NewMail, OrderDigest } from "./email.ts";
export { html, Markup, withLineBreaks } from "./markup.ts";
export { emailPage } from "./email-page.ts";
export { mailboxOf } from "./mailbox.ts";
export { enqueueEmailSql, mailKind, openMail, queueMail } from "./queue-mail.ts";
export { deleteEmails, isEmailOf } from "./customer-emails.ts";
export { previewEmail } from "./preview-email.ts";
export { emailMerchant } from "./email-merchant.ts";
