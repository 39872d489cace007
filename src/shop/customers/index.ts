export { accountJobs } from "./account-jobs.ts";
export { demoAccount, findDemoCustomer } from "./demo-customer.ts";
export { createBuyerAccount, findAccountByEmail } from "./create-buyer-account.ts";
export type { MergeGuestCart } from "./log-in.ts";
export { remapAddresses } from "./remap-addresses.ts";
export { endVerification, findVerification, lockVerified } from "./verify-email.ts";
export { sendMessagePage } from "./message-page.ts";

export { customerRoutes } from "./routes.ts";
export { requirePassword } from "./check-password.ts";
export { readWooCustomer } from "./woo/read-customer.ts";
