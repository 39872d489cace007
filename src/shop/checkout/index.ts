export { checkoutRoutes } from "./routes.ts";
export { submitCodOrder } from "./submit-cod-order.ts";
