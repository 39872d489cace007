import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import type { CreateRefund } from "#contract/woo/refund.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

/** The staff member that requests a refund; null: the customer, to cancel the order. */
export interface RefundRequester {
  staffId: number | null;
  lang: Language;
}

/**
 * Stores a refund for an owner to decide on. Call it with the order locked.
 * @param amount of the refund in đồng, as the owner sees it
 * @returns the request's id
 * @throws HttpError 409 while the order has an open request
 */
export async function insertRefundRequest(
  tx: Tx,
  orderId: number,
  {
    refund,
    amount,
    requester: { staffId, lang },
    now,
  }: { refund: CreateRefund; amount: Dong; requester: RefundRequester; now: Date },
): Promise<number> {
  const open = await tx.one<{ id: number }>(
    sql`select id from refund_request where order_id = ${orderId} and state = 'open'`,
  );
  if (open)
    throw new HttpError(409, "lianne_refund_requested", t(lang, "refund_errors.request_open"), {
      extra: { refund_request_id: open.id },
    });
  const row = await tx.one<{ id: number }>(sql`
    insert into refund_request (order_id, amount, refund, reason, requested_by, by_customer, requested_at)
    values (${orderId}, ${amount}, ${json({ ...refund, amount })}::jsonb, ${refund.reason}, ${staffId}::integer, ${staffId === null}, ${now})
    returning id`);
  if (!row) throw new Error("refund request: insert returned no row");
  return row.id;
}
