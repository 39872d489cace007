import type { DismissedRefund } from "#contract/backoffice/refund-requests.ts";
import type { Language } from "#contract/language.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { lockOrder } from "../lock-order.ts";

interface Dismissal {
  orderId: number;
  id: number;
  reason: string;
  staffId: number;
  lang: Language;
  now: Date;
}

/**
 * Records that a refund that failed is not repeated: its order no longer waits for a review because of it. A failed refund of an
 * overpayment cannot be dismissed, since that money is the customer's.
 * @throws HttpError 404; 409 unless the refund has failed and no later refund covers it
 */
export async function dismissRefund(
  tx: Tx,
  { orderId, id, reason, staffId, lang, now }: Dismissal,
): Promise<DismissedRefund> {
  const refund = (await lockOrder(tx, orderId))
    ? await tx.one<{ status: string; open: boolean }>(sql`
        select r.status, exists (select from unsettled_refund u where u.id = r.id and not u.is_overpayment) open
        from refund r where r.id = ${id} and r.order_id = ${orderId}`)
    : undefined;
  if (!refund) throw new HttpError(404, "rest_not_found", t(lang, "refund_errors.no_refund"));
  if (!refund.open)
    throw new HttpError(409, "lianne_invalid_state", t(lang, "refund_errors.not_failed"), {
      extra: { state: refund.status },
    });
  await tx.run(sql`
    update refund set dismissed_at = ${now}, dismissed_by = ${staffId}, dismissed_because = ${reason} where id = ${id}`);
  return { id, dismissed_at: now.toISOString() };
}
