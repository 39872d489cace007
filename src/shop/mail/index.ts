export { createMailSender } from "./deliver-mail.ts";
export type { Mail, MerchantKind, OrderDigest } from "./email.ts";
export { price } from "./order-sums.ts";
export { enqueueEmailSql, mailKind, openMail, queueMail } from "./queue-mail.ts";
export { emailMerchant } from "./email-merchant.ts";
