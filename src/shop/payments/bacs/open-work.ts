import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

/** Transfers that a person decides about. */
export const isOpenTransfer = sql`state in ('suggested', 'unmatched')`;
/** Refunds `r` of payments `p` that a person transfers. */
const isOpenBankRefund = sql`r.status = 'requested' and p.method = ${bankTransferMethodId}`;

/** A refund `r` of a payment `p` that a person transfers, while no account was entered for the order. */
export const isRefundWithoutAccount: Sql = sql`${isOpenBankRefund}
  and not exists (select from bank_refund_account a where a.order_id = r.order_id)`;

/** What is to be returned of order `o` by a person, while no account was entered for it. */
export const refundWithoutAccount: Sql = sql`
  coalesce((select sum(r.amount) from refund r join payment p on p.id = r.payment_id
    where r.order_id = o.id and ${isRefundWithoutAccount}), 0)::bigint`;

/** What has arrived for the order `o` without being its total: parts, which no payment contains yet. */
export const receivedParts = sql`(select coalesce(sum(b.amount), 0)::bigint from bank_transfer b
  where b.order_id = o.id and b.state = 'matched' and b.payment_id is null and b.direction = 'in')`;

/** The order's change `c` is paid by bank transfer. */
export const isPaidByTransfer: Sql = sql`exists (
  select from payment cp where cp.order_change_id = c.id and cp.method = ${bankTransferMethodId})`;

/** What the change of the order `o` that waits for a bank transfer still lacks; 0 without one. */
export const missingOfChange: Sql = sql`(select coalesce(sum(greatest(0, c.total_after - c.total_before - ${receivedParts})), 0)::bigint
  from order_change c where c.order_id = o.id and c.state = 'waiting' and ${isPaidByTransfer})`;

export const countOpenTransfers = sql`select count(*)::integer, min(at) from bank_transfer where ${isOpenTransfer}`;
export const countOpenBankRefunds = sql`
  select count(*)::integer, min(r.created_at) from refund r join payment p on p.id = r.payment_id where ${isOpenBankRefund}`;
