import { formatDate } from "#contract/dates.ts";
import { type AuditEntry, listAudit } from "#shop/kernel/db/audit.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { printTable } from "./table.ts";

interface ListOptions {
  of?: string;
  limit: string;
  json?: boolean;
}

const value = (part: unknown): string => (typeof part === "string" ? part : JSON.stringify(part));

/** `status processing → completed, billing`; what is told by its name alone has changed. */
const inWords = ({ change }: AuditEntry): string =>
  Object.entries(change)
    .map(([column, told]) => {
      if (column === "rows") return `${String(told)} rows`;
      return Array.isArray(told) ? `${column} ${value(told[0])} → ${value(told[1])}` : column;
    })
    .join(", ");

async function list(context: CommandContext, { of = "", limit, json }: ListOptions): Promise<void> {
  if (of !== "" && !/^[a-z_]+(:[\w-]+)?$/.test(of)) {
    throw new CommandError(`--of is a kind of thing, or one of them, as in order:10015; got ${of}.`);
  }
  const entries = await listAudit(context.db, { object: of || null, limit: wholeNumber(limit, "--limit") });
  if (json) return context.out(JSON.stringify(entries));
  const cells = entries.map((entry) => [
    formatDate(entry.at),
    entry.address ? `${entry.actor} at ${entry.address}` : entry.actor,
    entry.action,
    entry.happened,
    [entry.object, entry.objectId].filter(Boolean).join(":"),
    inWords(entry),
  ]);
  printTable(context, ["WHEN", "WHO", "BY", "HAPPENED", "TO", "WHAT CHANGED"], cells, "Nothing was done yet.");
}

/** `audit`: what merchants and their programs did. */
export const auditCommands: CommandGroup = (program, carryOut) => {
  program
    .command("audit")
    .description("what was done with merchants' keys and with commands, by whom and from where")
    .command("list")
    .description("the newest first")
    .option("--of <what>", "of one kind or thing alone: order, product:101, setting:cod_max_total")
    .option("--limit <number>", "how many at most", "50")
    .option("--json", "as JSON")
    .action((options: ListOptions) => carryOut((context) => list(context, options)));
};
