import type { z } from "zod";
import type { CsvRow } from "./csv-row.ts";
import type { LineBody } from "./line-body.ts";
import { ProductLineError, labelOfWire } from "./outcomes.ts";

/** WooCommerce's numbers for a status. */
const statuses = new Map([
  ["1", "publish"],
  ["true", "publish"],
  ["0", "private"],
  ["-1", "draft"],
  ["false", "draft"],
  ["2", "pending"],
]);

/** Unsupported features: only an empty cell, or a value that means none, is accepted. */
function rejectUnsupported(line: LineBody, { hasDownloads }: CsvRow): void {
  line.absent("backorders", "must be 0: this shop sells what it has.", ["0", "no", "false"]);
  line.absent("shipping_class", "must be empty: this shop has no shipping classes.");
  line.absent("grouped_products", "must be empty: this shop has no grouped products.");
  line.absent("external_url", "must be empty: this shop sells its own products only.");
  line.absent("button_text", "must be empty: this shop sells its own products only.");
  line.absent("download_limit", "must be empty: there is nothing to download here.", ["0", "-1"]);
  line.absent("download_expiry", "must be empty: there is nothing to download here.", ["0", "-1"]);
  if (hasDownloads)
    line.problems.push({ field: "Download", reason: "must be empty: there is nothing to download here." });
}

function parseStock(line: LineBody): void {
  const stock = line.cell("stock");
  if (stock === "parent") line.set("manage_stock", "parent");
  else if (stock !== undefined) {
    line.set("manage_stock", stock !== "");
    line.set("stock_quantity", stock.replace(/\.0+$/, "") || undefined);
  }
  if (line.cell("stock_status")?.toLowerCase() === "backorder") {
    line.wrong("stock_status", "must be 1 or 0: this shop sells what it has.");
    return;
  }
  const there = line.flag("stock_status");
  line.set("stock_status", there === undefined ? undefined : there ? "instock" : "outofstock");
}

/** The limits of `wc/v3` for meta data: what is imported can be sent back there. */
const maxMetaEntries = 200;
const maxKeyLength = 255;

function checkMeta(line: LineBody, { meta }: CsvRow): void {
  const entries = meta.filter(({ text }) => text !== "");
  const long = entries.find(({ key }) => key.length > maxKeyLength);
  if (long) line.problems.push({ field: "Meta", reason: `${long.key.slice(0, 40)}… is too long for a name.` });
  if (entries.length > maxMetaEntries)
    line.problems.push({ field: "Meta", reason: `must be ${maxMetaEntries} at most.` });
}

/** Parses the columns that products and variations share. */
export function parseSharedColumns(line: LineBody, row: CsvRow): void {
  line.text("sku");
  line.text("global_unique_id");
  const published = line.cell("published")?.toLowerCase();
  const status = published ? statuses.get(published) : undefined;
  if (published && !status) line.wrong("published", "must be 1, 0 (private), -1 (draft) or 2 (pending).");
  line.set("status", status);
  line.bilingual("description");
  line.choice("tax_status");
  line.price("regular_price");
  line.price("sale_price");
  line.set("low_stock_amount", line.cell("low_stock_amount") === "" ? null : line.cell("low_stock_amount"));
  line.set("weight", line.measure("weight"));
  const sizes = (["length", "width", "height"] as const).map((side) => [side, line.measure(side)] as const);
  line.set("dimensions", Object.fromEntries(sizes.filter(([, size]) => size !== undefined)));
  line.set("menu_order", line.cell("menu_order") === "" ? 0 : line.cell("menu_order"));
  parseStock(line);
  checkMeta(line, row);
  rejectUnsupported(line, row);
}

/** Validates the line by the schema of `wc/v3`. @throws ProductLineError with all errors, by column */
export function parseLine<Schema extends z.ZodType>(line: LineBody, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(line.body);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const reason = message.charAt(0).toLowerCase() + message.slice(1);
      line.problems.push({ field: labelOfWire(path.join(".")), reason });
    }
    throw new ProductLineError(...line.problems);
  }
  line.check();
  return parsed.data;
}
