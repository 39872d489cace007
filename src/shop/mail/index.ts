export { createMailSender } from "./deliver-mail.ts";
export type { Mail, MerchantKind, OrderDigest } from "./letter.ts";
export { price } from "./order-sums.ts";
export { enqueueEmailSql, mailKind, openMail, queueMail } from "./queue-mail.ts";
export { emailMerchant } from "./tell-merchant.ts";
