import { registrationLink } from "#shop/content/index.ts";
import { findDemoCustomer } from "#shop/customers/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { clearSetting } from "#shop/kernel/settings/settings.ts";
import { isEmailOf } from "#shop/mail/index.ts";
import { transitionOrder } from "#shop/orders/index.ts";
import { closeDemoStaff } from "#shop/staff/index.ts";
import { type CommandContext, CommandError, type CommandGroup } from "./command.ts";

/** Releases the stock of the customer's orders, then deletes them with their ledger entries, shipments and emails. */
async function deleteOrders(tx: Tx, customer: { id: number; email: string }, now: Date): Promise<number> {
  const orders = await tx.all<{ id: number }>(
    sql`select id from orders where customer_id = ${customer.id} order by id`,
  );
  for (const { id } of orders) await transitionOrder(tx, id, "trash", { actor: "merchant", reason: "", now });
  const ids = orders.map(({ id }) => id);
  for (const table of [sql`refund`, sql`payment`, sql`parcel`])
    await tx.run(sql`delete from ${table} where order_id = any(${ids}::integer[])`);
  await tx.run(sql`delete from outbox where ${isEmailOf(customer)}`);
  return tx.run(sql`delete from orders where id = any(${ids}::integer[])`);
}

async function remove({ db, clock, out }: CommandContext): Promise<void> {
  const customer = await findDemoCustomer(db);
  const removed = await db.transaction(async (tx) => {
    const staff = await closeDemoStaff(tx, clock.now());
    if (!customer) return staff > 0 ? { staff, deleted: 0 } : null;
    await tx.all(sql`select from customer where id = ${customer.id} for update`);
    const deleted = await deleteOrders(tx, customer, clock.now());
    await tx.run(sql`delete from newsletter_subscription where customer_id = ${customer.id}`);
    await tx.run(sql`delete from customer where id = ${customer.id}`);
    await clearSetting(tx, registrationLink);
    return { staff, deleted };
  });
  if (removed === null) throw new CommandError("The database has neither the demonstration's customer nor its staff.");
  const { staff, deleted } = removed;
  out(`The demonstration's customer, its ${deleted} orders and the sample of the registration badge are removed.`);
  out(`Its ${staff} staff accounts are closed.`);
  out("The demonstration's catalogue remains: to start without it, use an empty database.");
}

/** `demo`: what the demonstration's seed adds and a live shop must not have. */
export const demoCommands: CommandGroup = (program, carryOut) => {
  program
    .command("demo")
    .description("data of the demonstration")
    .command("remove")
    .description(
      "remove the demonstration's customer with its orders and the sample of the registration badge, close its staff accounts",
    )
    .action(() => carryOut(remove));
};
