import type { DepositState } from "#contract/deposit-rules.ts";
import type { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { paidItsOrder } from "./refund-ledger.ts";

/** The deposit that was requested for a cash order. */
export interface Deposit {
  amount: Dong;
  /** what was paid of it and is not to be returned: 0, or all */
  paid: Dong;
  state: DepositState;
  expiresAt: Date;
}

/**
 * The deposit that an order has: paid, and not to be returned. The order's own refunds do not change it: they are of the order's total.
 * @param orderId SQL of the order's id
 */
export const paidDeposit = (orderId: Sql): Sql => sql`
  coalesce((select sum(p.amount - coalesce((select sum(dr.amount) from refund dr
      where dr.payment_id = p.id and dr.is_difference and dr.status <> 'failed'), 0))
    from payment p where p.order_id = ${orderId} and p.is_deposit and ${paidItsOrder}), 0)::bigint`;

export const findDeposit = (reader: Reader, orderId: number): Promise<Deposit | undefined> =>
  reader.one(sql`
    select d.amount, ${paidDeposit(sql`d.order_id`)} paid, d.state, d.expires_at "expiresAt"
    from deposit d where d.order_id = ${orderId}`);

interface NewDeposit {
  orderId: number;
  amount: Dong;
  staffId: number;
  now: Date;
  expiresAt: Date;
}

/** Stores what is requested, in place of an earlier request. Call it with the order locked. */
export const storeDeposit = (tx: Tx, { orderId, amount, staffId, now, expiresAt }: NewDeposit): Promise<number> =>
  tx.run(sql`
    insert into deposit (order_id, amount, state, requested_by, requested_at, expires_at)
    values (${orderId}, ${amount}, 'waiting', ${staffId}, ${now}, ${expiresAt})
    on conflict (order_id) do update set amount = excluded.amount, state = 'waiting', requested_by = excluded.requested_by,
      requested_at = excluded.requested_at, expires_at = excluded.expires_at`);

/** Call it with the order locked. */
export const setDepositState = (tx: Tx, orderId: number, state: DepositState): Promise<number> =>
  tx.run(sql`update deposit set state = ${state} where order_id = ${orderId}`);

/** The payment of an order's deposit. */
export interface DepositPayment {
  id: number;
  orderId: number;
  method: typeof bankTransferMethodId;
  reference: string;
  amount: Dong;
  transaction: string;
}

/** The payment of a deposit that is not to be returned. */
export const findDepositPayment = (reader: Reader, orderId: number): Promise<DepositPayment | undefined> =>
  reader.one(sql`
    select p.id, p.order_id "orderId", p.method, p.reference, p.amount, coalesce(p.gateway_transaction, '') "transaction"
    from payment p where p.order_id = ${orderId} and p.is_deposit and ${paidItsOrder}`);
