export { listCurrencies, type RateSet, setRate } from "./currencies.ts";
export { contentRoutes } from "./routes.ts";
