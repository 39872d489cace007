export { listCurrencies, setRate } from "./currencies.ts";
export { registrationLink } from "./registration-link.ts";
export { contentRoutes } from "./routes.ts";
