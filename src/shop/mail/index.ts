export { openPostOffice, type PostOffice } from "./deliver-mail.ts";
export type { Mail, MerchantKind, OrderDigest } from "./letter.ts";
export { price } from "./order-sums.ts";
export { mailKind, openMail, queueMail } from "./queue-mail.ts";
export { type MerchantNotice, tellMerchant } from "./tell-merchant.ts";
