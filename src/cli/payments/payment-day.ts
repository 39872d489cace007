import type { Dong } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { findAttempt, type StoredAttempt } from "#shop/payments/index.ts";

/** An online payment attempt, with its refunds. */
export interface DayPayment {
  attempt: StoredAttempt;
  /** refunded by the gateway or manually */
  refunded: Dong;
  /** refunds that the gateway has not completed */
  openRefunds: number[];
  /** an overpayment that the gateway does not refund and that has not been refunded manually */
  unrefundedOverpayment: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/** From midnight to midnight in Vietnam. @param day `2026-11-21` @returns null for an invalid date */
export function boundsOf(day: string): { from: Date; to: Date } | null {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00+07:00`) : null;
  if (!from || Number.isNaN(from.getTime())) return null;
  // 2026-02-31 would silently become another day
  const back = new Date(from.getTime() + 7 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return back === day ? { from, to: new Date(from.getTime() + dayMs) } : null;
}

/** Payment attempts that were started, settled or refunded (also in part) on a day, ordered by their start. */
export async function paymentsOfDay(db: Reader, { from, to }: { from: Date; to: Date }): Promise<DayPayment[]> {
  const rows = await db.all<{
    id: number;
    refunded: Dong;
    openRefunds: number[];
    unrefundedOverpayment: boolean;
  }>(sql`
    select p.id,
      (select coalesce(sum(r.amount), 0)::bigint from refund r where r.payment_id = p.id and r.status in ('done', 'manual')) refunded,
      coalesce((select jsonb_agg(r.id order by r.id) from refund r where r.payment_id = p.id and r.status = 'requested'), '[]')
        "openRefunds",
      p.status = 'to_refund' and exists (select from refund r
        where r.payment_id = p.id and r.is_overpayment and r.status = 'failed') "unrefundedOverpayment"
    from payment p
    where p.method <> ${codMethodId} and ((p.created_at >= ${from} and p.created_at < ${to})
      or (p.settled_at >= ${from} and p.settled_at < ${to})
      or exists (select from refund r where r.payment_id = p.id
        and ((r.created_at >= ${from} and r.created_at < ${to}) or (r.done_at >= ${from} and r.done_at < ${to}))))
    order by p.created_at, p.id`);
  const payments: DayPayment[] = [];
  for (const { id, ...rest } of rows) {
    const attempt = await findAttempt(db, id);
    if (attempt) payments.push({ attempt, ...rest });
  }
  return payments;
}
