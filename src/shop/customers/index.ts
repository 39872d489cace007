export { type AuthDependencies, authRoutes } from "./auth-routes.ts";
export { type Customer, findAccount, findCustomer, insertCustomer, type NewCustomer } from "./customer-store.ts";
export type { AdoptVisitor } from "./log-in.ts";
export { newsletterRoutes } from "./newsletter-routes.ts";
export { sweepResets } from "./password-reset.ts";
export { hashPassword } from "./passwords.ts";
export { resetRoutes } from "./reset-routes.ts";
export { setPassword } from "./set-password.ts";
