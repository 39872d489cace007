export { checkStock, findStockDeviations } from "./check-stock.ts";
export { listMovements } from "./list-movements.ts";
export { countLowStock } from "./low-stock.ts";
export { stockRoutes } from "./routes.ts";
