import { formatDate } from "#contract/dates.ts";
import { findStockDeviations, listMovements } from "#shop/stock/index.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { printTable } from "./table.ts";

interface MovementOptions {
  product?: string;
  order?: string;
  limit: string;
  json?: boolean;
}

async function check({ db, out }: CommandContext): Promise<void> {
  const deviations = await findStockDeviations(db);
  for (const { stockId, quantity, moved } of deviations)
    out(`Stock ${stockId} has ${quantity}, but its movements add up to ${moved}.`);
  if (deviations.length > 0)
    throw new CommandError(`${deviations.length} stocks differ from the sums of their movements.`);
  out("Every stock equals the sum of its movements.");
}

const signed = (quantity: number): string => (quantity > 0 ? `+${quantity}` : String(quantity));

async function movements(context: CommandContext, { product, order, limit, json }: MovementOptions): Promise<void> {
  const rows = await listMovements(
    context.db,
    {
      ...(product === undefined ? {} : { product: wholeNumber(product, "--product") }),
      ...(order === undefined ? {} : { order: wholeNumber(order, "--order") }),
      per_page: wholeNumber(limit, "--limit"),
    },
    { lang: "vi", customers: true },
  );
  if (json) return context.out(JSON.stringify(rows));
  const cells = rows.map((row) => [
    formatDate(new Date(row.at)),
    row.item ? row.item.sku || row.item.name : `stock ${row.stock_id}`,
    row.item?.option ?? "",
    signed(row.quantity),
    `${row.old_stock} → ${row.new_stock}`,
    row.reason,
    row.order_id === null ? (row.file ?? row.note ?? "") : `order ${row.order_id}`,
    row.actor?.name ?? row.actor?.id ?? "",
  ]);
  const headings = ["TIME", "ITEM", "OPTION", "CHANGE", "STOCK", "REASON", "FOR", "BY"];
  printTable(context, headings, cells, "No movements.");
}

/** `stock`: movements of stock, and their check. */
export const stockCommands: CommandGroup = (program, carryOut) => {
  const stock = program.command("stock").description("changes of stock");
  stock
    .command("check")
    .description("compare every stock with the sum of its movements")
    .action(() => carryOut(check));
  stock
    .command("movements")
    .description("list changes of stock, the newest first")
    .option("--product <id>", "of one product")
    .option("--order <number>", "of one order")
    .option("--limit <number>", "maximum number of movements", "50")
    .option("--json", "as JSON")
    .action((options: MovementOptions) => carryOut((context) => movements(context, options)));
};
