export { type Customer, findAccount, findCustomer, insertCustomer, type NewCustomer } from "./customer-store.ts";
export type { AdoptVisitor } from "./log-in.ts";
export { sweepResets } from "./password-reset.ts";
export { hashPassword } from "./passwords.ts";
export { customerRoutes } from "./routes.ts";
export { setPassword } from "./set-password.ts";
