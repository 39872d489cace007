import { writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
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

/** Which identifier the text is; if unset, any of the three. A username may consist of digits, so it may look like an id. */
interface NamedBy {
  id?: boolean;
  username?: boolean;
}

/** The options that decide what the text names. */
const namedByOptions = (command: Command): Command =>
  command
    .addOption(new Option("--id", "<customer> is an id").conflicts("username"))
    .addOption(new Option("--username", "<customer> is a username"));

const optionsOf = ({ id, username }: NamedBy): string[] => [
  ...(id ? ["--id"] : []),
  ...(username ? ["--username"] : []),
];

/** Finds a customer by id, username or email. @throws CommandError also if the text names more than one */
async function idOf(reader: Reader, customer: string, { id, username }: NamedBy): Promise<number> {
  const number = /^\d{1,9}$/.test(customer) && !username ? Number(customer) : null;
  const name = id ? null : customer;
  const email = id || username ? null : customer;
  const rows = await reader.all<{ id: number; username: string }>(sql`
    select id, username from customer
    where id = ${number}::integer or lower(username) = lower(${name}::text) or lower(email collate "C") = lower(${email}::text collate "C")
    order by id`);
  const [found, other] = rows;
  if (!found) throw noSuchCustomer(customer);
  if (other) {
    const named = rows.map((row) => `customer ${row.id} (${row.username})`).join(" and ");
    throw new CommandError(`${customer} names ${named}. Add --id for the id, or --username for the username.`);
  }
  return found.id;
}

async function exportUser(
  { db, clock, out, err }: CommandContext,
  customer: string,
  { path, by }: { path: string | null; by: NamedBy },
): Promise<void> {
  const data = await exportPersonalData(db, await idOf(db, customer, by), { now: clock.now() });
  if (!data) throw noSuchCustomer(customer);
  const text = JSON.stringify(data, null, 2);
  if (path === null) return text.split("\n").forEach(out);
  await writeFile(path, `${text}\n`, { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
    throw fileProblem(path, error);
  });
  err(`All data that the shop has stored about customer ${String(data.customer)} is in ${path}.`);
}

async function deleteUser({ db, clock, out }: CommandContext, customer: string, by: NamedBy): Promise<void> {
  const id = await idOf(db, customer, by);
  const deleted = await deleteAccount(db, id, { now: clock.now() });
  if (!deleted.ok && deleted.reason === "open orders") {
    throw new CommandError(
      `Customer ${id} cannot be deleted: orders ${deleted.orders.join(", ")} are still open. Complete or cancel them first, with their refunds and parcels.`,
    );
  }
  if (!deleted.ok) throw noSuchCustomer(customer);
  const { orders, username } = deleted;
  const stored =
    orders === 0 ? "" : ` ${orders === 1 ? "1 order is" : `${orders} orders are`} retained, without personal data.`;
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
  namedByOptions(users.command("export <customer> [file]"))
    .description("export all data about a customer (id, username or email) as JSON")
    .action((customer: string, file: string | undefined, by: NamedBy) => {
      const path = file === undefined ? null : fromCaller(file);
      const argv = ["users", "export", ...optionsOf(by), customer, ...(path === null ? [] : [path])];
      return carryOut((context) => exportUser(context, customer, { path, by }), argv);
    });
  namedByOptions(users.command("delete <customer>"))
    .description(
      "delete a customer's account (id, username or email) permanently; orders are retained without personal data",
    )
    .action((customer: string, by: NamedBy) => carryOut((context) => deleteUser(context, customer, by)));
};
