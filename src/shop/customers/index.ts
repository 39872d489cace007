export { sweepResets } from "./password-reset.ts";
export { hashPassword } from "./passwords.ts";
export { customerRoutes } from "./routes.ts";
