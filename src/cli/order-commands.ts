import type { OrderAction } from "#contract/backoffice/allowed-actions.ts";
import { sql } from "#shop/kernel/db/database.ts";
import "#shop/connect-orders.ts";
import { revokeOrderLinks } from "#shop/guests/index.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { transitionOrder } from "#shop/orders/index.ts";
import { revokeBankLinks } from "#shop/payment-flow/index.ts";
import { changeOrder } from "#shop/workflow/index.ts";
import { type CommandContext, CommandError, wholeNumber } from "./command.ts";

const targets = ["processing", "completed", "cancelled", "on-hold", "refunded"] as const;
type Target = (typeof targets)[number];
const isTarget = (text: string): text is Target => (targets as readonly string[]).includes(text);

/** The statuses that the command line can set. */
export const statusTargets = targets.join("|");

/** `orders set-status`: changes an order's status, with its effects on stock, emails and shipments. */
export async function setStatus(
  { db, clock, out }: CommandContext,
  text: string,
  { to, reason }: { to: string; reason: string },
): Promise<void> {
  const orderId = wholeNumber(text, "The order's number");
  if (!isTarget(to)) throw new CommandError(`The status is one of ${targets.join(", ")}; got ${to}.`);
  const result = await db.transaction(async (tx) => {
    const transition = await transitionOrder(tx, orderId, to, { actor: "merchant", reason, now: clock.now() });
    if (transition.ok || transition.reason !== "out of stock") return transition;
    const short = await tx.all<{ name: string }>(sql`
      select distinct name ->> 'en' "name" from order_line
      where order_id = ${orderId} and stock_id = any(${transition.short.map(({ stockId }) => stockId)}::integer[])`);
    throw new CommandError(
      `Order ${orderId} stays ${transition.from}: items are out of stock (${short.map(({ name }) => name).join(", ")}).`,
    );
  });
  if (!result.ok) throw new CommandError(`There is no order ${orderId}.`);
  out(result.changed ? `Order ${orderId} is now ${to}; it was ${result.from}.` : `Order ${orderId} is already ${to}.`);
}

/** `orders confirm`, `hold`, `cancel`, `restore`: what staff members do in the back office, at once and without undo. */
export async function actOnOrder(
  { db, clock, out }: CommandContext,
  text: string,
  { action, reason }: { action: OrderAction; reason: string },
): Promise<void> {
  const orderId = wholeNumber(text, "The order's number");
  const acting = { actor: "merchant", undoBy: null, lang: "en", now: clock.now() } as const;
  try {
    await db.transaction((tx) => changeOrder(tx, orderId, { action, acting, reason }));
  } catch (error) {
    if (error instanceof HttpError) throw new CommandError(error.message);
    throw error;
  }
  out(`Order ${orderId}: ${action} is done.`);
}

/** `orders revoke-links`: ends the links to an order and to the page of its bank transfer, which were emailed. */
export async function revokeLinks({ db, clock, out }: CommandContext, text: string): Promise<void> {
  const orderId = wholeNumber(text, "The order's number");
  const ended = await db.transaction(
    async (tx) => (await revokeOrderLinks(tx, orderId, clock.now())) + (await revokeBankLinks(tx, orderId)),
  );
  out(`Order ${orderId}: ${ended} links are ended.`);
}
