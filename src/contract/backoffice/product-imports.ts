import { z } from "zod";
import { integer, text } from "../woo/query.ts";
import { importStates, lineResults } from "./import-choices.ts";
import { productTabs } from "../product-tabs.ts";

/** Number of lines by result. */
const LineCounts = z.object({ created: z.int(), updated: z.int(), skipped: z.int(), failed: z.int() });

export const ProductImport = z.object({
  id: z.int(),
  file_name: z.string(),
  /** lines of the file, without the headings */
  lines: z.int(),
  /** headings that are no columns of a product file: they are ignored */
  unknown_columns: z.array(z.string()),
  /** nothing is written unless every line is valid */
  strict: z.boolean(),
  state: z.enum(importStates),
  /** of a stopped one: what was stopped */
  step: z.enum(["check", "write", "revert"]).nullable(),
  /** the background task in progress, or the last one */
  task: z.int().nullable(),
  /** lines with a result so far in the dry run, and in the import */
  checked: LineCounts,
  written: LineCounts,
  /** changed products: not reverted, reverted, and left as they are when it was reverted */
  products: z.object({ written: z.int(), reverted: z.int(), left: z.int() }),
  by: z.string().nullable(),
  created_at: z.string(),
  written_at: z.string().nullable(),
  /** until then it can be reverted; null: it cannot */
  revert_until: z.string().nullable(),
});
export type ProductImport = z.infer<typeof ProductImport>;

/** `POST product-imports`, whose body is the file */
export const ImportUpload = z.object({ name: text.pipe(z.string().trim().max(200)).default("products.csv") });

/** `PUT product-imports/{id}` */
export const ImportCheck = z.object({ strict: z.boolean().default(false) });

export const ImportLinesQuery = z.object({
  step: z.enum(["check", "write"]).default("check"),
  outcome: z.enum(lineResults).optional(),
  page: integer.pipe(z.int().min(1).max(100_000)).default(1),
  per_page: integer.pipe(z.int().min(1).max(100)).default(25),
});

export const ImportLine = z.object({
  /** as in an editor, from 1 for the headings */
  line: z.int(),
  outcome: z.enum(lineResults),
  item_id: z.int().nullable(),
  sku: z.string(),
  /** of a failed line, by column; "": the whole line */
  problems: z.array(z.object({ field: z.string(), reason: z.string() })),
  /** of an updated line in the dry run, by column; long texts are shortened */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type ImportLine = z.infer<typeof ImportLine>;

export const leftReasons = ["changed", "missing", "sku", "reference", "sold"] as const;
/** A product that was left as it is when the import was reverted. */
export const LeftProduct = z.object({
  id: z.int(),
  /** "" if it was deleted */
  name: z.string(),
  reason: z.enum(leftReasons),
});
export type LeftProduct = z.infer<typeof LeftProduct>;

/** `GET product-exports`: the filters of the product list */
export const ProductExport = z.object({
  tab: z.enum(productTabs).default("all"),
  search: text.optional(),
  category: integer.optional(),
});
