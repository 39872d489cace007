import { dong, type Dong, max, subtract } from "#contract/money.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { integerSetting, readSetting } from "#shop/kernel/settings/settings.ts";

const defaultLimit = 500_000;

/** How much of an order the role `staff` may refund, by all refunds together. */
export const staffRefundLimitSetting = integerSetting(0, {
  name: "staff_refund_limit",
  unit: "dong",
  unset: String(defaultLimit),
  meaning: "refunds of one order by staff members other than owners",
});

export const staffRefundLimit = async (reader: Reader): Promise<Dong> =>
  dong((await readSetting(reader, staffRefundLimitSetting)) ?? defaultLimit);

async function refundedAmount(reader: Reader, orderId: number): Promise<Dong> {
  const row = await reader.one<{ refunded: Dong }>(
    sql`select coalesce(sum(amount), 0)::bigint refunded from refund where order_id = ${orderId} and status <> 'failed'`,
  );
  return row?.refunded ?? dong(0);
}

/** How much more of an order a staff member other than an owner may refund. */
export async function remainingRefundLimit(reader: Reader, orderId: number): Promise<Dong> {
  const [limit, refunded] = [await staffRefundLimit(reader), await refundedAmount(reader, orderId)];
  return max(dong(0), subtract(limit, refunded));
}

/** Whether the order's refunds would be more than a staff member may make. @param limit null: none applies */
export async function isAboveLimit(
  tx: Tx,
  orderId: number,
  { amount, limit }: { amount: Dong; limit: Dong | null },
): Promise<boolean> {
  if (limit === null) return false;
  return (await refundedAmount(tx, orderId)) + amount > limit;
}

/**
 * For the rest of an order that is set to `refunded` as a whole by a staff member other than an owner. Above the limit it is refused: a
 * request for an owner's approval is made of a refund only.
 * @throws HttpError 403
 */
export async function assertMayRefundRest(
  tx: Tx,
  orderId: number,
  { amount, actor }: { amount: Dong; actor: string },
): Promise<void> {
  const [, id] = /^staff:(\d+)$/.exec(actor) ?? [];
  if (id === undefined) return;
  const limited = await tx.one(sql`select from staff where id = ${Number(id)} and role <> 'owner'`);
  if (!limited) return;
  const limit = await staffRefundLimit(tx);
  if (await isAboveLimit(tx, orderId, { amount, limit }))
    throw new HttpError(403, "lianne_forbidden", `Only an owner can refund more than ${limit} of an order.`, {
      extra: { permission: "refunds.create", limit },
    });
}
