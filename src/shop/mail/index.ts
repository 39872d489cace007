export { createMailSender } from "./deliver-mail.ts";
export type { Mail, MerchantEmailKind, OrderDigest } from "./email.ts";
export { enqueueEmailSql, mailKind, openMail, queueMail } from "./queue-mail.ts";
export { emailMerchant } from "./email-merchant.ts";
