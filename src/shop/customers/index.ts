export { demoAccount, findDemoCustomer } from "./demo-customer.ts";
export { sweepEmailChanges } from "./email-change.ts";
export { sweepResets } from "./password-reset.ts";

export { customerRoutes } from "./routes.ts";
export { requirePassword } from "./check-password.ts";
export { readWooCustomer } from "./woo/read-customer.ts";
