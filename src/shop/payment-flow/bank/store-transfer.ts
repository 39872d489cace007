import type { Dong } from "#contract/money.ts";
import { wooDates } from "#contract/dates.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { type BankNotification, type CodeReading, isOpenTransfer, type NotifierName } from "#shop/payments/index.ts";

/** How a transfer was reported. The notifier's ids differ between its channels. */
export type BankChannel = `${NotifierName}-webhook` | `${NotifierName}-list`;

/** A row of `bank_transfer`. */
export interface StoredTransfer {
  id: number;
  account: string;
  direction: "in" | "out";
  amount: Dong;
  reference: string;
  at: Date;
  content: string;
  state: "matched" | "suggested" | "unmatched" | "ignored";
  orderId: number | null;
}

const columns: Sql = sql`id, account, direction, amount, reference, at, content, state, order_id "orderId"`;

const isIgnoredByPerson: Sql = sql`(state = 'ignored' and assigned_by <> '')`;

/** The day of a transfer in Vietnam. */
const dayOf = (at: Date): string => wooDates(at).local.slice(0, 10);

/**
 * By which a transfer is known in every channel. Two transfers may have the same key: they are distinguished by the ids that
 * one channel gives them.
 */
const isSame = ({ account, direction, amount, reference, at, content }: BankNotification): Sql => sql`
  t.account = ${account} and t.direction = ${direction} and t.amount = ${amount} and t.reference = ${reference}
  and (t.at at time zone 'Asia/Ho_Chi_Minh')::date = ${dayOf(at)}::date and (${reference} <> '' or t.content = ${content})`;

/**
 * Stores a reported transfer once, from any channel and however often. Concurrent reports of the same
 * transfer wait for each other until the transaction ends.
 * @returns null if it was known
 */
export async function storeTransfer(
  tx: Tx,
  notification: BankNotification,
  { channel, now }: { channel: BankChannel; now: Date },
): Promise<StoredTransfer | null> {
  const { account, direction, amount, reference, at, content, counterAccount, providerId } = notification;
  const key = [account, direction, amount, reference, dayOf(at), reference === "" ? content : ""].join("|");
  await tx.run(sql`select pg_advisory_xact_lock(hashtext(${`bank transfer ${key}`}))`);
  const known = await tx.one(
    sql`select from bank_transfer_source where channel = ${channel} and provider_id = ${providerId ?? ""}`,
  );
  if (known) return null;
  const sameElsewhere = await tx.one<{ id: number }>(sql`
    select t.id from bank_transfer t where ${isSame(notification)} and (${providerId === null}
      or not exists (select from bank_transfer_source s where s.transfer_id = t.id and s.channel = ${channel}))
    order by t.id limit 1`);
  const stored = sameElsewhere
    ? null
    : await tx.one<StoredTransfer>(sql`
        insert into bank_transfer (account, direction, amount, reference, at, content, counter_account, channel, seen_at)
        values (${account}, ${direction}, ${amount}, ${reference}, ${at}, ${content}, ${counterAccount}, ${channel}, ${now})
        returning ${columns}`);
  const id = sameElsewhere?.id ?? stored?.id;
  if (providerId !== null)
    await tx.run(sql`
      insert into bank_transfer_source (channel, provider_id, transfer_id) values (${channel}, ${providerId}, ${id})`);
  return stored ?? null;
}

/** Locks a stored transfer, so that a person and another person assign it once. */
export const lockTransfer = (tx: Tx, id: number): Promise<StoredTransfer | undefined> =>
  tx.one(sql`select ${columns} from bank_transfer where id = ${id} for update`);

interface Assignment {
  state: StoredTransfer["state"];
  /** why it was not matched: a key of the back office's texts; "" for a matched one */
  reason?: string;
  orderId?: number | null;
  reading?: CodeReading | "person" | null;
  by?: string;
}

/** Stores to which order a transfer belongs, or why to none. */
export const assignTransfer = (
  tx: Tx,
  id: number,
  { state, reason = "", orderId = null, reading = null, by = "" }: Assignment,
): Promise<number> =>
  tx.run(sql`
    update bank_transfer set state = ${state}, reason = ${reason}, order_id = ${orderId}::integer,
      reading = ${reading}::text, assigned_by = ${by} where id = ${id}`);

/**
 * A person decides that an open transfer belongs to no order: the supplier's, the owner's own. Why it was open stays, for
 * {@link reopenTransfer}. @returns false if it is neither open nor ignored by a person
 */
export const ignoreTransfer = async (tx: Tx, id: number, by: string): Promise<boolean> =>
  (await tx.run(sql`
    update bank_transfer set state = 'ignored', assigned_by = ${by}
    where id = ${id} and (${isOpenTransfer} or ${isIgnoredByPerson})`)) > 0;

/** Undoes {@link ignoreTransfer}. @returns false if it is neither open nor ignored by a person */
export const reopenTransfer = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.run(sql`
    update bank_transfer set state = case when order_id is null then 'unmatched' else 'suggested' end, assigned_by = ''
    where id = ${id} and (${isOpenTransfer} or ${isIgnoredByPerson})`)) > 0;

/** Transfers of an order that no payment contains yet: parts of its total. */
export interface TransferPart {
  id: number;
  amount: Dong;
  reference: string;
}

/** Whether `bank_transfer b` is not part of a payment yet. */
const isUnused: Sql = sql`(b.state = 'matched' and b.payment_id is null and b.direction = 'in')`;

export const unusedParts = (tx: Tx, orderId: number): Promise<TransferPart[]> =>
  tx.all(sql`
    select b.id, b.amount, b.reference from bank_transfer b where b.order_id = ${orderId} and ${isUnused} order by b.id`);

/** Makes transfers parts of a payment. */
export const includeParts = (tx: Tx, parts: readonly TransferPart[], paymentId: number): Promise<number> =>
  tx.run(sql`
    update bank_transfer set payment_id = ${paymentId} where id = any(${parts.map(({ id }) => id)}::integer[])`);
