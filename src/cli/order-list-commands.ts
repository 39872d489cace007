import { type OrderAction, orderActions } from "#contract/backoffice/allowed-actions.ts";
import { formatDate } from "#contract/dates.ts";
import type { Dong } from "#contract/money.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { actOnOrder, revokeLinks, setStatus, statusTargets } from "./order-commands.ts";
import { amountCell, printTable } from "./table.ts";

const statuses = ["pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed", "trash"];

interface OrderListOptions {
  limit: string;
  status?: string;
  json?: boolean;
}

interface OrderTableRow {
  id: number;
  status: string;
  total: Dong;
  method: string;
  name: string;
  createdAt: Date;
}

async function listOrders(context: CommandContext, { status, limit, json }: OrderListOptions): Promise<void> {
  if (status !== undefined && !statuses.includes(status)) {
    throw new CommandError(`--status is one of ${statuses.join(", ")}; got ${status}.`);
  }
  const rows = await context.db.all<OrderTableRow>(sql`
    select id, status, total, payment_method "method", created_at "createdAt",
           concat_ws(' ', billing ->> 'first_name', billing ->> 'last_name') "name"
    from orders where (${status ?? null}::text is null and status <> 'trash') or status = ${status ?? null}::text
    order by id desc limit ${wholeNumber(limit, "--limit")}`);
  if (json) return context.out(JSON.stringify(rows));
  const cells = rows.map((order) => [
    String(order.id),
    formatDate(order.createdAt),
    order.status,
    amountCell(order.total),
    order.method,
    order.name,
  ]);
  printTable(context, ["ORDER", "PLACED", "STATUS", "TOTAL", "PAYMENT", "NAME"], cells, "No such orders.");
}

const actionTexts: Readonly<Record<OrderAction, string>> = {
  confirm: "confirm an order that waits for its confirmation; its parcel is booked",
  hold: "put an order on hold that is not with the carrier",
  cancel: "cancel an open order, with its email, stock and parcel",
  restore: "return an order that is on hold, cancelled, failed or in the trash to its previous status",
};

/** `orders`: lists orders, the newest first, and changes their status. */
export const orderCommands: CommandGroup = (program, carryOut) => {
  const ordersCommand = program.command("orders").description("list orders, and change their status");
  ordersCommand
    .command("list")
    .description("list the newest orders")
    .option("--status <status>", statuses.join(", "))
    .option("--limit <number>", "maximum number of orders", "50")
    .option("--json", "as JSON")
    .action((options: OrderListOptions) => carryOut((context) => listOrders(context, options)));
  ordersCommand
    .command(`set-status <order> <${statusTargets}>`)
    .description("confirm, complete, hold or cancel an order, with the effects on stock, emails and shipments")
    .option("--reason <text>", "the reason, for the order's history", "")
    .action((order: string, to: string, { reason }: { reason: string }) =>
      carryOut((context) => setStatus(context, order, { to, reason })),
    );
  ordersCommand
    .command("revoke-links <order>")
    .description("end all links that open an order without a login")
    .action((order: string) => carryOut((context) => revokeLinks(context, order)));
  for (const action of orderActions)
    ordersCommand
      .command(`${action} <order>`)
      .description(actionTexts[action])
      .option("--reason <text>", "the reason, for the order's history", "")
      .action((order: string, { reason }: { reason: string }) =>
        carryOut((context) => actOnOrder(context, order, { action, reason })),
      );
};
