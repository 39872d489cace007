export { sweepResets } from "./password-reset.ts";
export { hashPassword } from "./passwords.ts";
export { customerRoutes } from "./routes.ts";
export { verifyPassword } from "./verify-password.ts";
export { readWooCustomer } from "./woo/read-customer.ts";
