import { dong } from "../money.ts";
import { z } from "zod";
import { DongAmount, SingleLine } from "../field-schemas.ts";
import { StockItem } from "./stock.ts";

/** ISO, UTC */
const Time = z.string();
const Id = z.int().min(1).max(999_999_999);

export const NewStockReceipt = z.object({
  supplier: SingleLine(200).min(1),
  /** the supplier's own number of the document */
  document_number: SingleLine(100).default(""),
  note: SingleLine(500).default(""),
  lines: z
    .array(
      z.object({
        stock_id: Id,
        quantity: z.int().min(1).max(100_000),
        /** of one unit, in đồng */
        unit_cost: z.int().min(0).max(100_000_000_000).transform(dong).nullable().default(null),
      }),
    )
    .min(1)
    .max(500),
});

const ReceiptSummary = z.object({
  id: z.int(),
  supplier: z.string(),
  document_number: z.string(),
  note: z.string(),
  by: z.string().nullable(),
  created_at: Time,
  units: z.int(),
  /** null without `costs.view` */
  value: DongAmount.nullable(),
});
export const StockReceipts = z.array(ReceiptSummary);
export type StockReceipts = z.infer<typeof StockReceipts>;

export const StockReceipt = ReceiptSummary.extend({
  lines: z.array(
    z.object({
      /** null if the item was deleted */
      item: StockItem.nullable(),
      name: z.string(),
      sku: z.string(),
      quantity: z.int(),
      /** null without `costs.view`, and if it is unknown */
      unit_cost: DongAmount.nullable(),
    }),
  ),
});
export type StockReceipt = z.infer<typeof StockReceipt>;
