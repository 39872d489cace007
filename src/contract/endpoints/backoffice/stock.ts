import { z } from "zod";
import {
  LabelsQuery,
  LowStockEntry,
  LowStockQuery,
  LowStockSetting,
  LowStockUpdate,
  MovementsQuery,
  ProductLabel,
  StockAdjustment,
  StockItem,
  StockItemsQuery,
  StockMovement,
  StockPageQuery,
} from "../../backoffice/stock.ts";
import {
  CloseCount,
  CountedItem,
  CountEntries,
  CountEntriesResult,
  CountItemsQuery,
  NewStockCount,
  Recount,
  StockCount,
} from "../../backoffice/stock-counts.ts";
import { NewStockReceipt, StockReceipt, StockReceipts } from "../../backoffice/stock-receipts.ts";
import { HistoryPageQuery } from "../../backoffice/history-page.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const tag = "Back office: stock";
const view = { access: "staff", permission: "stock.view", tag } as const;
const counting = { access: "staff", permission: "stock.edit", tag } as const;
const receiving = { access: "staff", permission: "stock.receive", tag } as const;

/** Movements of stock, receipts, low stock, labels. */
export const stockEndpoints = {
  listStockMovements: defineEndpoint({
    ...view,
    method: "GET",
    path: `${backOfficeApi}/stock-movements`,
    summary: "List changes of stock with their reasons, the newest first",
    query: MovementsQuery,
    response: z.array(StockMovement),
  }),
  findStockItems: defineEndpoint({
    ...view,
    method: "GET",
    path: `${backOfficeApi}/stock-items`,
    summary: "Find items by a scanned code, by name or SKU, or by their ids",
    query: StockItemsQuery,
    response: z.array(StockItem),
  }),
  adjustStock: defineEndpoint({
    ...receiving,
    method: "POST",
    path: `${backOfficeApi}/stock-adjustments`,
    summary: "Add units to a stock or remove some, with a reason; 409 if there are fewer",
    body: StockAdjustment,
    response: StockItem,
  }),
  listStockReceipts: defineEndpoint({
    ...view,
    method: "GET",
    path: `${backOfficeApi}/stock-receipts`,
    summary: "List receipts of stock, the newest first",
    query: StockPageQuery,
    response: StockReceipts,
  }),
  readStockReceipt: defineEndpoint({
    ...view,
    method: "GET",
    path: `${backOfficeApi}/stock-receipts/{id}`,
    summary: "Get a receipt with its lines",
    response: StockReceipt,
  }),
  createStockReceipt: defineEndpoint({
    ...receiving,
    method: "POST",
    path: `${backOfficeApi}/stock-receipts`,
    summary: "Record received stock: adds the units and updates the average costs",
    body: NewStockReceipt,
    response: StockReceipt,
    status: 201,
  }),
  listLowStock: defineEndpoint({
    ...receiving,
    method: "GET",
    path: `${backOfficeApi}/low-stock`,
    summary: "List items at or below their threshold, those that last the shortest first",
    query: LowStockQuery,
    response: z.array(LowStockEntry),
  }),
  updateLowStock: defineEndpoint({
    ...receiving,
    method: "PUT",
    requiresVersion: true,
    path: `${backOfficeApi}/low-stock/{variation_id}`,
    summary: "Set the threshold of a variation or simple product, or mute its entry until a time",
    body: LowStockUpdate,
    response: LowStockSetting,
  }),
  listProductLabels: defineEndpoint({
    ...receiving,
    method: "GET",
    path: `${backOfficeApi}/product-labels`,
    summary: "Get what is printed on the labels of variations and simple products",
    query: LabelsQuery,
    response: z.array(ProductLabel),
  }),
};

/** Counts of stock. */
export const stockCountEndpoints = {
  listStockCounts: defineEndpoint({
    ...view,
    method: "GET",
    path: `${backOfficeApi}/stock-counts`,
    summary: "List counts, the newest first",
    query: HistoryPageQuery,
    response: z.array(StockCount),
  }),
  readStockCount: defineEndpoint({
    ...view,
    method: "GET",
    path: `${backOfficeApi}/stock-counts/{id}`,
    summary: "Get a count",
    response: StockCount,
  }),
  listCountedItems: defineEndpoint({
    ...view,
    method: "GET",
    path: `${backOfficeApi}/stock-counts/{id}/items`,
    summary: "List the counted, the missing or the different items of a count",
    query: CountItemsQuery,
    response: z.array(CountedItem),
  }),
  startStockCount: defineEndpoint({
    ...counting,
    method: "POST",
    path: `${backOfficeApi}/stock-counts`,
    summary: "Start a count",
    body: NewStockCount,
    response: StockCount,
    status: 201,
  }),
  addCountEntries: defineEndpoint({
    ...counting,
    method: "PUT",
    path: `${backOfficeApi}/stock-counts/{id}/items`,
    summary: "Add scans and typed quantities; entries that are stored already have no second effect; 409 if closed",
    body: CountEntries,
    response: CountEntriesResult,
  }),
  recountItems: defineEndpoint({
    ...counting,
    method: "POST",
    path: `${backOfficeApi}/stock-counts/{id}/recount`,
    summary: "Count items again: their entries so far do not count any more",
    body: Recount,
    response: StockCount,
  }),
  closeStockCount: defineEndpoint({
    ...receiving,
    method: "POST",
    path: `${backOfficeApi}/stock-counts/{id}/close`,
    summary: "Close a count and book its differences as one set of movements, or preview that",
    body: CloseCount,
    response: StockCount,
  }),
  revertStockCount: defineEndpoint({
    ...receiving,
    method: "POST",
    path: `${backOfficeApi}/stock-counts/{id}/revert`,
    summary: "Revert the differences that a closed count has booked, once",
    response: StockCount,
  }),
};
