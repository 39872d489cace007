import { dayMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** how long a person can find out which order a transfer was for */
const retentionMs = 90 * dayMs;

/**
 * Clears what names the other party of a transfer that concerns no order. Without a reference its content stays: by it the
 * transfer is known in other channels.
 */
export const forgetParty = (tx: Tx, { id }: { id: number }): Promise<number> =>
  tx.run(sql`update bank_transfer set content = '', counter_account = '' where id = ${id} and reference <> ''`);

/** Clears content and account of transfers for which no order was found in time. */
export const sweepTransferParties = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    update bank_transfer set content = '', counter_account = ''
    where (order_id is null or state in ('suggested', 'ignored')) and (content <> '' or counter_account <> '')
      and seen_at <= ${new Date(now.getTime() - retentionMs)}`);
