import type { CodConfirmation } from "#contract/cod-confirmation.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { hasLeft } from "./has-left.ts";

/** The reason of a cancellation without a confirmation in time, in the order's history. */
export const unconfirmedReason = "unconfirmed";

/**
 * `orders o` with its `cod_confirmation c` is not confirmed. One that a staff member has reopened after the end of its time, or has
 * requested a deposit for, waits for staff members alone.
 */
export const isUnconfirmed: Sql = sql`o.status = 'pending' and o.payment_method = ${codMethodId} and c.confirmed_at is null
  and not exists (select from order_event e where e.order_id = o.id and e.to_status = 'pending' and e.at > c.confirm_by)
  and not exists (select from deposit d where d.order_id = o.id)`;

/** Until when `orders o` waits for its confirmation; null if it does not wait (any more). */
export const confirmByOf = (now: Date): Sql => sql`(
  select c.confirm_by from cod_confirmation c where c.order_id = o.id and ${isUnconfirmed} and c.confirm_by > ${now}::timestamptz)`;

/** JSON: the time is a text. */
export interface StoredConfirmation {
  state: "waiting" | "confirmed" | "expired";
  by: string;
  needs_code?: true;
}

/** {@link StoredConfirmation} of `orders o`, until its parcel leaves; null for one that has none. */
export const confirmationOf = (now: Date): Sql => sql`(
  select jsonb_strip_nulls(jsonb_build_object('state', s.state, 'by', c.confirm_by, 'needs_code', case when c.needs_code then true end))
  from cod_confirmation c cross join lateral (select case
    when ${isUnconfirmed} and c.confirm_by > ${now}::timestamptz then 'waiting'
    when ${isUnconfirmed} then 'expired'
    when o.status = 'pending' and c.confirmed_at is not null then 'confirmed'
    when o.status = 'processing' and not ${hasLeft} then 'confirmed'
    when o.status = 'cancelled'
      and (select e.reason from order_event e where e.order_id = o.id order by e.id desc limit 1) = ${unconfirmedReason} then 'expired'
    end state) s
  where c.order_id = o.id and s.state is not null)`;

/** As customers see it. @param hasCodes whether codes can be sent: otherwise none is needed */
export const toConfirmation = (stored: StoredConfirmation | null, hasCodes: boolean): CodConfirmation | null =>
  stored && {
    state: stored.state,
    by: new Date(stored.by).toISOString(),
    ...(stored.needs_code && hasCodes ? { needs_code: true } : {}),
  };
