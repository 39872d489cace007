import { sql } from "#shop/kernel/db/database.ts";
import "#shop/connect-orders.ts";
import { transitionOrder } from "#shop/orders/index.ts";
import { type CommandContext, CommandError, wholeNumber } from "./command.ts";

const targets = ["processing", "completed", "cancelled", "on-hold", "refunded"] as const;
type Target = (typeof targets)[number];
const isTarget = (text: string): text is Target => (targets as readonly string[]).includes(text);

/** Where a merchant's command may move an order to. */
export const moveTargets = targets.join("|");

/** `orders move`: what a merchant decides about an order, with the stock, letters and parcels that go with it. */
export async function move(
  { db, clock, out }: CommandContext,
  text: string,
  { to, reason }: { to: string; reason: string },
): Promise<void> {
  const orderId = wholeNumber(text, "The order's number");
  if (!isTarget(to)) throw new CommandError(`An order is moved to one of ${targets.join(", ")}; got ${to}.`);
  const moved = await db.transaction(async (tx) => {
    const done = await transitionOrder(tx, orderId, to, { actor: "merchant", reason, now: clock.now() });
    if (done.ok || done.because !== "out of stock") return done;
    const short = await tx.all<{ name: string }>(sql`
      select distinct name ->> 'en' "name" from order_line
      where order_id = ${orderId} and stock_id = any(${done.short.map(({ stockId }) => stockId)}::integer[])`);
    throw new CommandError(
      `Order ${orderId} stays ${done.from}: its pieces are sold (${short.map(({ name }) => name).join(", ")}).`,
    );
  });
  if (!moved.ok) throw new CommandError(`There is no order ${orderId}.`);
  out(moved.changed ? `Order ${orderId} is ${to} now; it was ${moved.from}.` : `Order ${orderId} is ${to} already.`);
}
