import type { Language } from "#contract/language.ts";
import { type Dong, formatDong } from "#contract/money.ts";
import { CreateRefund } from "#contract/woo/refund.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { queueMail } from "#shop/mail/index.ts";
import { lockOrder } from "../lock-order.ts";
import { orderLanguage } from "../order.ts";
import { refundableOrderAmount } from "../refund-remaining.ts";
import { draftRefund, writeRefund } from "../woo/create-refund.ts";

interface OpenRequest {
  id: number;
  orderId: number;
  amount: Dong;
  refund: unknown;
}
interface RequestRow extends OpenRequest {
  state: "open" | "approved" | "rejected";
  decidedBy: string | null;
}

interface RefundDecision {
  staffId: number;
  lang: Language;
  now: Date;
}

const unknownRequest = (lang: Language): HttpError =>
  new HttpError(404, "rest_not_found", t(lang, "refund_errors.no_request"));

/** An open request, with its order locked. @throws HttpError 404; 409 if it is decided already */
async function lockOpenRequest(tx: Tx, id: number, lang: Language): Promise<OpenRequest> {
  const named = await tx.one<{ orderId: number }>(sql`select order_id "orderId" from refund_request where id = ${id}`);
  // the order first, as in every other transaction that refunds it
  if (!named || !(await lockOrder(tx, named.orderId))) throw unknownRequest(lang);
  const row = await tx.one<RequestRow>(sql`
    select r.id, r.order_id "orderId", r.amount, r.refund, r.state, m.name "decidedBy"
    from refund_request r left join staff m on m.id = r.decided_by where r.id = ${id}`);
  if (!row) throw unknownRequest(lang);
  if (row.state === "open") return row;
  const message = t(lang, `refund_errors.${row.state}`, { name: row.decidedBy ?? "–" });
  throw new HttpError(409, "lianne_invalid_state", message, { extra: { state: row.state } });
}

/** @throws HttpError 409 if the order was refunded meanwhile */
async function assertStillRefundable(tx: Tx, { orderId, amount }: OpenRequest, lang: Language): Promise<void> {
  const refundable = await refundableOrderAmount(tx, orderId);
  if (amount <= refundable) return;
  const values = { amount: formatDong(amount), refundable: formatDong(refundable) };
  throw new HttpError(409, "lianne_not_refundable", t(lang, "refund_errors.not_refundable", values), {
    extra: { refundable },
  });
}

/**
 * Makes the refund of a request, once, however many owners approve it at the same time.
 * @throws HttpError 404; 409 if it is decided already, or the order was refunded meanwhile; 400 if the refund no longer fits
 * the order
 */
export const approveRefundRequest = (
  shop: AppContext,
  id: number,
  { staffId, lang, now }: RefundDecision,
): Promise<void> =>
  shop.db.transaction(async (tx) => {
    const request = await lockOpenRequest(tx, id, lang);
    await assertStillRefundable(tx, request, lang);
    const draft = await draftRefund(tx, request.orderId, CreateRefund.parse(request.refund));
    const refundId = await writeRefund(tx, draft, { actor: `staff:${staffId}`, now });
    await tx.run(sql`
      update refund_request set state = 'approved', decided_by = ${staffId}, decided_at = ${now}, refund_id = ${refundId}
      where id = ${id}`);
  });

/** @throws HttpError 404; 409 if it is decided already */
export const rejectRefundRequest = (
  shop: AppContext,
  id: number,
  { staffId, lang, now, note }: RefundDecision & { note: string },
): Promise<void> =>
  shop.db.transaction(async (tx) => {
    await lockOpenRequest(tx, id, lang);
    await tx.run(sql`
      update refund_request set state = 'rejected', decided_by = ${staffId}, decided_at = ${now}, note = ${note}
      where id = ${id}`);
    await notifyCustomer(tx, id);
  });

/** Emails the customer that the order is not cancelled. */
async function notifyCustomer(tx: Tx, id: number): Promise<void> {
  const row = await tx.one<{ orderId: number; email: string; name: string; lang: Language; note: string }>(sql`
    select o.id "orderId", o.billing ->> 'email' email, o.billing ->> 'first_name' "name", ${orderLanguage} lang, r.note
    from refund_request r join orders o on o.id = r.order_id where r.id = ${id} and r.by_customer`);
  if (!row?.email) return;
  const note = t(row.lang, "self_service.request_rejected", { note: row.note }).trim();
  const values = { name: row.name, order_number: String(row.orderId), note };
  await queueMail(tx, { template: "order_note", to: row.email, lang: row.lang, values });
}
