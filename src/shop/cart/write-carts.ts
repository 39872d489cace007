import { touchSessions } from "#shop/kernel/auth/sessions.ts";
import { maxBatchSize, RETRY_ALONE } from "#shop/kernel/db/batching.ts";
import { type Db, empty, join, json, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { CartLine, CartSnapshot } from "./cart-line.ts";

/** Lines to upsert and keys to delete; `all` also deletes lines that were not in the snapshot. */
export interface CartDiff {
  put: readonly CartLine[];
  /** key of the line to insert a new one before; null: at the end */
  next: string | null;
  deleted: readonly string[] | "all";
}

/** A change of a cart, based on the version that was read. */
export interface CartWrite {
  cart: CartSnapshot;
  diff: CartDiff;
  /** token hash of a guest's first cart */
  newHash: Buffer | null;
  /** hash of the session whose last use must be updated */
  touchedSession: Buffer | null;
}

const lineRow = ({ key, productId, variationId, quantity }: CartLine, index: number) => ({
  ...{ key, product_id: productId, variation_id: variationId, quantity, place: index + 1 },
});
const putColumns = raw("put (key text, product_id integer, variation_id integer, quantity integer, place integer)");

/**
 * Lines as a table for a subquery. One JSON document: plans for arrays depend on their length and could not be reused.
 */
export const linesTable = (lines: readonly CartLine[]): Sql => sql`
  jsonb_to_recordset(${json(lines.map(lineRow))}::jsonb) ${putColumns}`;

const writeRow = ({ cart, diff, newHash, touchedSession }: CartWrite, place: number) => ({
  ...{ place, cart_id: cart.cartId, version: cart.version, customer_id: cart.customerId, next: diff.next },
  ...{
    token_hash: cart.customerId === null ? newHash?.toString("hex") : null,
    touched_session: touchedSession?.toString("hex"),
  },
  ...{ put: diff.put.map(lineRow), deleted: diff.deleted === "all" ? null : diff.deleted },
});

const writesSql = (writes: readonly CartWrite[]): Sql => sql`
  write as materialized (
    select * from jsonb_to_recordset(${json(writes.map(writeRow))}::jsonb) write (place integer, cart_id bigint,
      version bigint, customer_id integer, token_hash text, touched_session text, next text, put jsonb, deleted jsonb)
    limit ${raw(String(maxBatchSize))})`;

/**
 * Optimistic update by version, rows locked in id order with SKIP LOCKED. A changed cart is reported with a null
 * version; a locked one is left out of the result and retried alone.
 */
const nextVersionsSql = (now: Date, alone: boolean): Sql => sql`
  locked as materialized (
    select write.place, c.id, c.version = write.version unchanged
    from (select place, cart_id, version from write order by cart_id) write, lateral (
      select id, version from cart where id = write.cart_id for no key update ${alone ? empty : raw("skip locked")}) c),
  versioned as (
    update cart set version = version + 1, updated_at = ${now}
    where id = any(array(select id from locked where unchanged)) returning id, version)`;
const versionedSql = sql`select place, id, version from versioned join locked using (id)`;
const conflictsSql = sql`union all select place, null from locked where not unchanged`;

const createCartsSql = (now: Date): Sql => sql`
  created as (
    insert into cart (customer_id, token_hash, version, updated_at)
    select customer_id, decode(token_hash, 'hex'), 1, ${now} from write where cart_id is null order by customer_id
    on conflict do nothing returning id, version, customer_id, token_hash)`;
const createdSql = sql`
  select write.place, c.id, c.version from created c join write on write.cart_id is null
    and (write.customer_id = c.customer_id or decode(write.token_hash, 'hex') = c.token_hash)`;

/** Position by time: at the end, or just before an existing line. */
const addedAtSql = (writes: readonly CartWrite[], now: Date): Sql => {
  const atEnd = sql`${now}::timestamptz + put.place * interval '1 microsecond'`;
  if (writes.every(({ diff }) => diff.next === null)) return atEnd;
  return sql`coalesce((
    select added_at - interval '1 microsecond' from cart_line where cart_id = written.id and key = write.next), ${atEnd})`;
};

const putLinesSql = (writes: readonly CartWrite[], now: Date): Sql => sql`
  put as (
    insert into cart_line (cart_id, key, product_id, variation_id, quantity, added_at)
    select written.id, put.key, put.product_id, put.variation_id, put.quantity, ${addedAtSql(writes, now)}
    from written join write using (place), jsonb_to_recordset(write.put) ${putColumns}
    on conflict (cart_id, key) do update set quantity = excluded.quantity)`;

const deleteLinesSql = sql`
  deleted as (
    delete from cart_line l using written join write using (place)
    where l.cart_id = any(array(select id from written)) and l.cart_id = written.id and (write.deleted is null or write.deleted ? l.key))`;

/** Includes only the CTEs that have something to do: starting an empty one would cost as much. */
function buildStatement(writes: readonly CartWrite[], now: Date, alone: boolean): Sql {
  const hasExisting = writes.some(({ cart }) => cart.cartId !== null);
  const hasNew = writes.some(({ cart }) => cart.cartId === null);
  const hasPuts = writes.some(({ diff }) => diff.put.length > 0);
  const hasRemovals = writes.some(({ diff }) => diff.deleted.length > 0);
  const hasTouches = writes.some(({ touchedSession }) => touchedSession !== null);
  const ctes = [
    writesSql(writes),
    ...(hasExisting ? [nextVersionsSql(now, alone)] : []),
    ...(hasNew ? [createCartsSql(now)] : []),
    sql`written as (${join([...(hasExisting ? [versionedSql] : []), ...(hasNew ? [createdSql] : [])], " union all ")})`,
    ...(hasPuts ? [putLinesSql(writes, now)] : []),
    ...(hasRemovals ? [deleteLinesSql] : []),
    ...(hasTouches
      ? [sql`touched as (${touchSessions(sql`select decode(touched_session, 'hex') from write`, now)})`]
      : []),
  ];
  return sql`with ${join(ctes)} select place, version from written ${hasExisting ? conflictsSql : empty}`;
}

/** Identifies the cart among the writes of a batch. */
const cartKeyOf = ({ cart: { cartId, customerId }, newHash }: CartWrite): string =>
  cartId === null ? `of ${customerId ?? newHash?.toString("hex")}` : `${cartId}`;

/**
 * Writes cart changes in one round trip and one commit. If there are several changes of one cart, the first is
 * applied and the others conflict.
 * @param alone true if there is a single write, which may wait for a row lock
 * @returns for each write the new version; null on a conflict; `RETRY_ALONE` if that is unknown without waiting for the
 *   lock
 */
export async function writeCarts(
  db: Db,
  writes: readonly CartWrite[],
  { now, alone }: { now: Date; alone: boolean },
): Promise<readonly (number | null | typeof RETRY_ALONE)[]> {
  const firsts = new Map<string, CartWrite>();
  for (const write of writes) if (!firsts.has(cartKeyOf(write))) firsts.set(cartKeyOf(write), write);
  const selected = [...firsts.values()];
  const rows = await db.write<{ place: number; version: number | null }>(buildStatement(selected, now, alone));
  const versions = new Map(rows.map(({ place, version }) => [selected[place], version]));
  return writes.map((write) => {
    const version = versions.get(write);
    if (version !== undefined) return version;
    const first = firsts.get(cartKeyOf(write));
    return alone || (first !== write && first && versions.has(first)) ? null : RETRY_ALONE;
  });
}
