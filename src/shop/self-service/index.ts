// Owns what customers do with their own orders after placing them: which actions an order allows, and these actions. Each changes the
// order by the functions of the modules below, and is a line of the order's history.

export { applyChangeJob } from "./apply-change.ts";
export { byLink } from "./by-link.ts";
export { orderChangeListener } from "./order-change-listener.ts";
export { selfServiceRoutes } from "./routes.ts";
export { selfServiceOf } from "./self-service-of.ts";
export { selfCancelPaidSetting } from "./settings.ts";
