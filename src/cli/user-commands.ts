import { writeFile } from "node:fs/promises";
import { formatDate } from "#contract/dates.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { deleteAccount, exportPersonalData } from "#shop/personal-data/index.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { fileProblem, fromCaller } from "./file-names.ts";
import { printTable } from "./table.ts";

interface ListOptions {
  limit: string;
  json?: boolean;
}

interface UserRow {
  id: number;
  username: string;
  email: string;
  createdAt: Date;
  orders: number;
}

async function list(context: CommandContext, { limit, json }: ListOptions): Promise<void> {
  const rows = await context.db.all<UserRow>(sql`
    select id, username, email, created_at "createdAt",
           (select count(*) from orders o where o.customer_id = c.id and o.status <> 'trash') "orders"
    from customer c order by id desc limit ${wholeNumber(limit, "--limit")}`);
  if (json) return context.out(JSON.stringify(rows));
  const cells = rows.map((user) => [
    String(user.id),
    user.username,
    user.email,
    formatDate(user.createdAt),
    String(user.orders),
  ]);
  printTable(context, ["ID", "USERNAME", "EMAIL", "SINCE", "ORDERS"], cells, "Nobody has registered yet.");
}

const nobody = (who: string): CommandError =>
  new CommandError(`There is no customer ${who}. See them all: npm run shop -- users list`);

/** A customer by id, username or email. @throws CommandError */
async function idOf(reader: Reader, who: string): Promise<number> {
  const id = /^\d{1,9}$/.test(who) ? Number(who) : null;
  const row = await reader.one<{ id: number }>(sql`
    select id from customer where id = ${id}::integer or lower(email) = lower(${who}) or lower(username) = lower(${who})
    order by (id = ${id}::integer) desc nulls last limit 1`);
  if (!row) throw nobody(who);
  return row.id;
}

async function exportUser({ db, clock, out, err }: CommandContext, who: string, path: string | null): Promise<void> {
  const data = await exportPersonalData(db, await idOf(db, who), { now: clock.now() });
  if (!data) throw nobody(who);
  const text = JSON.stringify(data, null, 2);
  if (path === null) return text.split("\n").forEach(out);
  await writeFile(path, `${text}\n`, { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
    throw fileProblem(path, error);
  });
  err(`All that the shop keeps of customer ${String(data.customer)} is in ${path}.`);
}

async function deleteUser({ db, clock, out }: CommandContext, who: string): Promise<void> {
  const id = await idOf(db, who);
  const deleted = await deleteAccount(db, id, { now: clock.now() });
  if (!deleted.ok && deleted.because === "under way") {
    throw new CommandError(
      `Customer ${id} stays: orders ${deleted.orders.join(", ")} are not over yet. Finish or cancel them, with their refunds and parcels, first.`,
    );
  }
  if (!deleted.ok) throw nobody(who);
  const { orders, username } = deleted;
  const kept = orders === 0 ? "" : ` ${orders === 1 ? "1 order is" : `${orders} orders are`} kept, without the person.`;
  out(`Customer ${id} (${username}) is deleted, and told so by letter.${kept}`);
}

/** `users`: who has registered, and what the law on personal data lets them ask for. */
export const userCommands: CommandGroup = (program, carryOut) => {
  const users = program.command("users").description("registered customers");
  users
    .command("list")
    .description("the newest customers first")
    .option("--limit <number>", "how many at most", "50")
    .option("--json", "as JSON")
    .action((options: ListOptions) => carryOut((context) => list(context, options)));
  users
    .command("export <customer> [file]")
    .description("all that the shop keeps of a customer (id, username or email), as JSON")
    .action((who: string, file: string | undefined) => {
      const path = file === undefined ? null : fromCaller(file);
      const argv = ["users", "export", who, ...(path === null ? [] : [path])];
      return carryOut((context) => exportUser(context, who, path), argv);
    });
  users
    .command("delete <customer>")
    .description("end a customer's account (id, username or email) for good; its orders are kept without the person")
    .action((who: string) => carryOut((context) => deleteUser(context, who)));
};
