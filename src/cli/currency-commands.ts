import { formatDate } from "#contract/dates.ts";
import { setRate } from "#shop/content/index.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { printTable } from "./table.ts";

interface CurrencyRow {
  code: string;
  rate: number;
  isDefault: boolean;
  updatedAt: Date;
}

async function list(context: CommandContext, { json }: { json?: boolean }): Promise<void> {
  const rows = await context.db.all<CurrencyRow>(
    sql`select code, rate, is_default "isDefault", updated_at "updatedAt" from currency order by is_default desc, code`,
  );
  if (json) return context.out(JSON.stringify(rows));
  const cells = rows.map(({ code, rate, isDefault, updatedAt }) => [
    code,
    isDefault ? "(base currency)" : `${rate} VND`,
    formatDate(updatedAt),
  ]);
  printTable(context, ["CURRENCY", "RATE", "UPDATED"], cells, "No currencies.");
}

async function set({ db, out }: CommandContext, name: string, text: string): Promise<void> {
  const code = name.toUpperCase();
  const rate = wholeNumber(text, "The rate (dong for one unit)");
  const changed = await db.transaction((tx) => setRate(tx, code, rate));
  if (!changed.ok && changed.reason === "not-a-rate") {
    throw new CommandError(`${rate} VND for one ${code} is not a plausible rate.`);
  }
  if (!changed.ok) {
    throw new CommandError(`${code} has no rate to set. List the currencies: npm run shop -- currency list`);
  }
  out(`1 ${code} = ${rate} VND from now on.`);
}

/** `currency`: the exchange rates of displayed prices. */
export const currencyCommands: CommandGroup = (program, carryOut) => {
  const currency = program.command("currency").description("exchange rates, for display and for PayPal");
  currency
    .command("list")
    .description("all currencies and their rates")
    .option("--json", "as JSON")
    .action((options: { json?: boolean }) => carryOut((context) => list(context, options)));
  currency
    .command("set <code> <rate>")
    .description("dong for one unit of the currency, as in: currency set USD 26000")
    .action((code: string, rate: string) => carryOut((context) => set(context, code, rate)));
};
