import { z } from "zod";
import { MovementsQuery, StockMovement } from "../../backoffice/stock.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const tag = "Back office: stock";

/** Movements of stock. */
export const stockEndpoints = {
  listStockMovements: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/stock-movements`,
    access: "staff",
    permission: "stock.view",
    tag,
    summary: "List changes of stock with their reasons, the newest first",
    query: MovementsQuery,
    response: z.array(StockMovement),
  }),
};
