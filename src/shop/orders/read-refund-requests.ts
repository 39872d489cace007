import type { z } from "zod";
import type { RefundRequest, RefundRequestsQuery } from "#contract/backoffice/refund-requests.ts";
import type { Dong } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { empty, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { refundableOf } from "./refund-remaining.ts";

interface RefundRequestRow {
  id: number;
  orderId: number;
  customer: string;
  method: string;
  methodTitle: string;
  amount: Dong;
  refundable: Dong;
  byGateway: boolean;
  reason: string;
  state: RefundRequest["state"];
  requestedBy: string | null;
  byCustomer: boolean;
  hasEmail: boolean;
  requestedAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  note: string;
  refundId: number | null;
}

const columns: Sql = sql`r.id, r.order_id "orderId", trim(concat_ws(' ', o.billing ->> 'last_name', o.billing ->> 'first_name')) customer,
  o.payment_method "method", o.payment_method_title "methodTitle", r.amount, ${refundableOf} refundable,
  coalesce((r.refund ->> 'api_refund')::boolean, true) and exists (select from payment p where p.order_id = o.id
    and p.status in ('succeeded', 'refunded') and p.method <> ${codMethodId} and not p.is_deposit) "byGateway",
  r.reason, r.state, (select m.name from staff m where m.id = r.requested_by) "requestedBy", r.by_customer "byCustomer",
  coalesce(o.billing ->> 'email', '') <> '' "hasEmail", r.requested_at "requestedAt",
  (select m.name from staff m where m.id = r.decided_by) "decidedBy", r.decided_at "decidedAt", r.note, r.refund_id "refundId"`;

const toRefundRequest = (row: RefundRequestRow): RefundRequest => ({
  id: row.id,
  order_id: row.orderId,
  order_number: String(row.orderId),
  customer: row.customer,
  payment_method: row.method,
  payment_method_title: row.methodTitle,
  amount: row.amount,
  refundable: row.refundable,
  by_gateway: row.byGateway,
  reason: row.reason,
  state: row.state,
  requested_by: row.requestedBy,
  by_customer: row.byCustomer,
  has_email: row.hasEmail,
  requested_at: row.requestedAt.toISOString(),
  decided_by: row.decidedBy,
  decided_at: row.decidedAt?.toISOString() ?? null,
  note: row.note,
  refund_id: row.refundId,
});

export async function readRefundRequest(reader: Reader, id: number): Promise<RefundRequest | undefined> {
  const row = await reader.one<RefundRequestRow>(
    sql`select ${columns} from refund_request r join orders o on o.id = r.order_id where r.id = ${id}`,
  );
  return row && toRefundRequest(row);
}

const maxListed = 100;

/** Open requests, the oldest first, then the decided ones, the newest first. */
export async function listRefundRequests(
  reader: Reader,
  { state, order }: z.output<typeof RefundRequestsQuery>,
): Promise<RefundRequest[]> {
  const rows = await reader.all<RefundRequestRow>(sql`
    select ${columns} from refund_request r join orders o on o.id = r.order_id
    where true ${state ? sql`and r.state = ${state}` : empty} ${order ? sql`and r.order_id = ${order}` : empty}
    order by r.state = 'open' desc, case when r.state = 'open' then r.id else -r.id end limit ${maxListed}`);
  return rows.map(toRefundRequest);
}

/** Number of open requests and time of the oldest, as a statement. */
export const countRefundRequests = sql`select count(*)::integer, min(requested_at) from refund_request where state = 'open'`;
