import { formatDate } from "#contract/dates.ts";
import { type AuditEntry, listAudit } from "#shop/kernel/db/audit.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { printTable } from "./table.ts";

interface AuditListOptions {
  of?: string;
  limit: string;
  json?: boolean;
}

const format = (part: unknown): string => (typeof part === "string" ? part : JSON.stringify(part));

/** `status processing → completed, billing`; a column without values has changed, but its values are not recorded. */
const describeChanges = ({ change }: AuditEntry): string =>
  Object.entries(change)
    .map(([column, values]) => {
      if (column === "rows") return `${String(values)} rows`;
      return Array.isArray(values) ? `${column} ${format(values[0])} → ${format(values[1])}` : column;
    })
    .join(", ");

async function list(context: CommandContext, { of = "", limit, json }: AuditListOptions): Promise<void> {
  if (of !== "" && !/^[a-z_]+(:[\w-]+)?$/.test(of)) {
    throw new CommandError(`--of is an object type, or one object, as in order:10015; got ${of}.`);
  }
  const entries = await listAudit(context.db, { object: of || null, limit: wholeNumber(limit, "--limit") });
  if (json) return context.out(JSON.stringify(entries));
  const cells = entries.map((entry) => [
    formatDate(entry.at),
    entry.address ? `${entry.actor} at ${entry.address}` : entry.actor,
    entry.action,
    entry.operation,
    [entry.object, entry.objectId].filter(Boolean).join(":"),
    describeChanges(entry),
  ]);
  printTable(context, ["TIME", "ACTOR", "ACTION", "OPERATION", "OBJECT", "CHANGE"], cells, "No entries yet.");
}

/** `audit`: the actions of merchants and their programs. */
export const auditCommands: CommandGroup = (program, carryOut) => {
  program
    .command("audit")
    .description("the audit log: writes by merchants' keys and by commands, with actor and address")
    .command("list")
    .description("the newest first")
    .option("--of <what>", "only one object type or object: order, product:101, setting:cod_max_total")
    .option("--limit <number>", "maximum number of entries", "50")
    .option("--json", "as JSON")
    .action((options: AuditListOptions) => carryOut((context) => list(context, options)));
};
