export { checkStock, findStockDeviations } from "./check-stock.ts";
export { listMovements } from "./list-movements.ts";
export { stockRoutes } from "./routes.ts";
