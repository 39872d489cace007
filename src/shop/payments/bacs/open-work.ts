import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** Transfers that a person decides about. */
export const isOpenTransfer = sql`state in ('suggested', 'unmatched')`;
/** Refunds `r` of payments `p` that a person transfers. */
const isOpenBankRefund = sql`r.status = 'requested' and p.method = ${bankTransferMethodId}`;

/** What has arrived for the order `o` without being its total: parts, which no payment contains yet. */
export const receivedParts = sql`(select coalesce(sum(b.amount), 0)::bigint from bank_transfer b
  where b.order_id = o.id and b.state = 'matched' and b.payment_id is null and b.direction = 'in')`;

export const countOpenTransfers = sql`select count(*)::integer, min(at) from bank_transfer where ${isOpenTransfer}`;
export const countOpenBankRefunds = sql`
  select count(*)::integer, min(r.created_at) from refund r join payment p on p.id = r.payment_id where ${isOpenBankRefund}`;
