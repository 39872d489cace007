export { listCurrencies, setRate } from "./currencies.ts";
export { contentRoutes } from "./routes.ts";
