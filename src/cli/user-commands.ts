import { writeFile } from "node:fs/promises";
import { formatDate } from "#contract/dates.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { deleteAccount, exportPersonalData } from "#shop/personal-data/index.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { fileProblem, fromCaller } from "./file-names.ts";
import { printTable } from "./table.ts";

interface UserListOptions {
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

async function list(context: CommandContext, { limit, json }: UserListOptions): Promise<void> {
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
  printTable(context, ["ID", "USERNAME", "EMAIL", "REGISTERED", "ORDERS"], cells, "No customers yet.");
}

const noSuchCustomer = (customer: string): CommandError =>
  new CommandError(`There is no customer ${customer}. List them: npm run shop -- users list`);

/** Finds a customer by id, username or email. @throws CommandError */
async function idOf(reader: Reader, customer: string): Promise<number> {
  const id = /^\d{1,9}$/.test(customer) ? Number(customer) : null;
  const row = await reader.one<{ id: number }>(sql`
    select id from customer where id = ${id}::integer or lower(email) = lower(${customer}) or lower(username) = lower(${customer})
    order by (id = ${id}::integer) desc nulls last limit 1`);
  if (!row) throw noSuchCustomer(customer);
  return row.id;
}

async function exportUser(
  { db, clock, out, err }: CommandContext,
  customer: string,
  path: string | null,
): Promise<void> {
  const data = await exportPersonalData(db, await idOf(db, customer), { now: clock.now() });
  if (!data) throw noSuchCustomer(customer);
  const text = JSON.stringify(data, null, 2);
  if (path === null) return text.split("\n").forEach(out);
  await writeFile(path, `${text}\n`, { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
    throw fileProblem(path, error);
  });
  err(`All data that the shop has stored about customer ${String(data.customer)} is in ${path}.`);
}

async function deleteUser({ db, clock, out }: CommandContext, customer: string): Promise<void> {
  const id = await idOf(db, customer);
  const deleted = await deleteAccount(db, id, { now: clock.now() });
  if (!deleted.ok && deleted.reason === "under way") {
    throw new CommandError(
      `Customer ${id} cannot be deleted: orders ${deleted.orders.join(", ")} are still open. Complete or cancel them first, with their refunds and parcels.`,
    );
  }
  if (!deleted.ok) throw noSuchCustomer(customer);
  const { orders, username } = deleted;
  const stored =
    orders === 0 ? "" : ` ${orders === 1 ? "1 order is" : `${orders} orders are`} kept, without personal data.`;
  out(`Customer ${id} (${username}) is deleted, and gets an email about it.${stored}`);
}

/** `users`: registered customers, and the exports and deletions that data protection law requires. */
export const userCommands: CommandGroup = (program, carryOut) => {
  const users = program.command("users").description("registered customers");
  users
    .command("list")
    .description("list the newest customers")
    .option("--limit <number>", "maximum number of customers", "50")
    .option("--json", "as JSON")
    .action((options: UserListOptions) => carryOut((context) => list(context, options)));
  users
    .command("export <customer> [file]")
    .description("export all data about a customer (id, username or email) as JSON")
    .action((customer: string, file: string | undefined) => {
      const path = file === undefined ? null : fromCaller(file);
      const argv = ["users", "export", customer, ...(path === null ? [] : [path])];
      return carryOut((context) => exportUser(context, customer, path), argv);
    });
  users
    .command("delete <customer>")
    .description(
      "delete a customer's account (id, username or email) permanently; orders are kept without personal data",
    )
    .action((customer: string) => carryOut((context) => deleteUser(context, customer)));
};
