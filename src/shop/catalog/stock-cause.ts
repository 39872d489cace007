import type { StockReason } from "#contract/backoffice/stock-reasons.ts";
import { json, type Sql, sql } from "#shop/kernel/db/database.ts";

/** Why a transaction changes stock, as its movements record it (sql/catalog/stock-movements.sql). */
export interface StockCause {
  reason: StockReason;
  orderId?: number;
  countId?: number;
  receiptId?: number;
  /** name of an imported file */
  file?: string;
  note?: string;
  /** of an order: `customer:1001`, `gateway`, `job`; the actor of the audit log takes precedence */
  actor?: string;
}

/** The cause as the database reads it. */
export const stockCauseValue = ({ reason, orderId, countId, receiptId, file, note, actor }: StockCause) => ({
  ...{ reason, file, note, actor },
  ...{ order_id: orderId, count_id: countId, receipt_id: receiptId },
});

/** Sets the cause of the following changes of stock in this transaction. */
export const setStockCauseSql = (cause: StockCause): Sql =>
  sql`select set_config('lianne.stock_cause', ${json(stockCauseValue(cause))}, true)`;

export const noStockCauseSql: Sql = sql`select set_config('lianne.stock_cause', '', true)`;
