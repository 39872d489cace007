// Cash orders that wait for a confirmation: by their customer or a staff member, before they are cancelled (jobs: confirmation-jobs.ts).

import type { Language } from "#contract/language.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { ConfirmationTimes } from "./confirmation-times.ts";
import { lockOrder } from "./lock-order.ts";
import type { OrderActor } from "./order-status.ts";
import { isUnconfirmed } from "./read-confirmation.ts";
import { transitionOrder } from "./transition-order.ts";

/** A confirmation that an order needs from now on. */
export interface NewConfirmation extends ConfirmationTimes {
  /** by a code sent to its phone, not by a link or an account alone */
  needsCode: boolean;
}

/** The insert of an order's confirmation, as a part of a statement. @param order a subquery with the order's `id` */
export const insertConfirmation = (
  order: Sql,
  { confirmBy, remindAt, needsCode }: NewConfirmation,
  now: Date,
): Sql => sql`
  insert into cod_confirmation (order_id, created_at, confirm_by, remind_at, needs_code)
  select id, ${now}::timestamptz, ${confirmBy}::timestamptz, ${remindAt}::timestamptz, ${needsCode}::boolean from (${order}) placed`;

/** Stores the confirmation of an unpaid order that was switched to cash. */
export const writeConfirmation = (tx: Tx, orderId: number, times: NewConfirmation, now: Date): Promise<number> =>
  tx.run(sql`
    ${insertConfirmation(sql`select ${orderId}::integer id`, times, now)}
    on conflict (order_id) do update set created_at = excluded.created_at, confirm_by = excluded.confirm_by,
      remind_at = excluded.remind_at, needs_code = excluded.needs_code, confirmed_at = null`);

interface ConfirmationFacts {
  isConfirmed: boolean;
  waits: boolean;
  needsCode: boolean;
}

interface ConfirmedBy {
  actor: OrderActor;
  by: "link" | "own_page" | "code";
  hasCodes: boolean;
  lang: Language;
  now: Date;
}

/**
 * Confirms a cash order by its customer. One that is confirmed by now, by its customer or a staff member, stays as it is.
 * @param by `link`: the link in its email; `own_page`: in its account; `code`: a code sent to its phone
 * @param hasCodes whether codes can be sent
 * @throws HttpError 409 `order_not_waiting` if it does not wait for it any more, `code_required`
 */
export async function confirmCashOrder(
  tx: Tx,
  orderId: number,
  { actor, by, hasCodes, lang, now }: ConfirmedBy,
): Promise<void> {
  await lockOrder(tx, orderId);
  const order = await tx.one<ConfirmationFacts>(sql`
    select c.confirmed_at is not null or o.status = 'processing' "isConfirmed", ${isUnconfirmed} and c.confirm_by > ${now} waits,
      c.needs_code "needsCode"
    from cod_confirmation c join orders o on o.id = c.order_id where o.id = ${orderId}`);
  if (order?.isConfirmed) return;
  if (!order?.waits) throw new HttpError(409, "order_not_waiting", t(lang, "cod_confirmation.late"));
  if (order.needsCode && hasCodes && by !== "code")
    throw new HttpError(409, "code_required", t(lang, "cod_confirmation.code_required"));
  await tx.run(sql`update cod_confirmation set confirmed_at = ${now} where order_id = ${orderId}`);
  await transitionOrder(tx, orderId, "processing", { actor, reason: by, now });
}
