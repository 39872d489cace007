export { openPostOffice } from "./deliver-mail.ts";
export type { Mail, MerchantKind, OrderDigest } from "./letter.ts";
export { price } from "./order-sums.ts";
export { mailAsked, mailKind, openMail, queueMail } from "./queue-mail.ts";
export { tellMerchant } from "./tell-merchant.ts";
