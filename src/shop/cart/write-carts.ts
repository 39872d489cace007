import { type Db, empty, join, json, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { touchSessions } from "#shop/kernel/auth/sessions.ts";
import { RETRY_ALONE, maxBatchSize } from "#shop/kernel/db/batching.ts";
import type { CartSnapshot, Line } from "./cart-line.ts";

/** Rows to write and keys to take out; `all` takes out what the reader was not shown as well. */
export interface CartDiff {
  put: readonly Line[];
  /** the line that a new one stands before; null: at the end */
  next: string | null;
  gone: readonly string[] | "all";
}

/** A change of a cart, for the version that was read. */
export interface Writing {
  held: CartSnapshot;
  difference: CartDiff;
  /** of the token of a visitor's first cart */
  newHash: Buffer | null;
  /** of the session whose use is to be noted */
  touched: Buffer | null;
}

const lineRow = ({ key, productId, variationId, quantity }: Line, index: number) => ({
  ...{ key, product_id: productId, variation_id: variationId, quantity, place: index + 1 },
});
const putColumns = raw("put (key text, product_id integer, variation_id integer, quantity integer, place integer)");

/** A subquery's columns from lines. As one document: plans for arrays hang on how many there are, and would be made anew each time. */
export const linesTable = (lines: readonly Line[]): Sql => sql`
  jsonb_to_recordset(${json(lines.map(lineRow))}::jsonb) ${putColumns}`;

const writingRow = ({ held, difference, newHash, touched }: Writing, place: number) => ({
  ...{ place, cart_id: held.cartId, version: held.version, customer_id: held.customerId, next: difference.next },
  ...{ token_hash: held.customerId === null ? newHash?.toString("hex") : null, touched: touched?.toString("hex") },
  ...{ put: difference.put.map(lineRow), gone: difference.gone === "all" ? null : difference.gone },
});

const askedOf = (writings: readonly Writing[]): Sql => sql`
  asked as materialized (
    select * from jsonb_to_recordset(${json(writings.map(writingRow))}::jsonb) asked (place integer, cart_id bigint,
      version bigint, customer_id integer, token_hash text, touched text, next text, put jsonb, gone jsonb)
    limit ${raw(String(maxBatchSize))})`;

/**
 * Moves carts on that nobody else has since they were read, locked in the order of their ids. Nobody waits for somebody who has
 * a hand on another's cart: one such is passed over.
 */
const moveOn = (now: Date, alone: boolean): Sql => sql`
  locked as materialized (
    select asked.place, c.id, c.version = asked.version same
    from (select place, cart_id, version from asked order by cart_id) asked, lateral (
      select id, version from cart where id = asked.cart_id for no key update ${alone ? empty : raw("skip locked")}) c),
  moved as (
    update cart set version = version + 1, updated_at = ${now}
    where id = any(array(select id from locked where same)) returning id, version)`;
const moved = sql`select place, id, version from moved join locked using (id)`;
const faster = sql`union all select place, null from locked where not same`;

const open = (now: Date): Sql => sql`
  opened as (
    insert into cart (customer_id, token_hash, version, updated_at)
    select customer_id, decode(token_hash, 'hex'), 1, ${now} from asked where cart_id is null order by customer_id
    on conflict do nothing returning id, version, customer_id, token_hash)`;
const opened = sql`
  select asked.place, o.id, o.version from opened o join asked on asked.cart_id is null
    and (asked.customer_id = o.customer_id or decode(asked.token_hash, 'hex') = o.token_hash)`;

/** At the end, or just before a line that is there. */
const timeOf = (writings: readonly Writing[], now: Date): Sql => {
  const atEnd = sql`${now}::timestamptz + put.place * interval '1 microsecond'`;
  if (writings.every(({ difference }) => difference.next === null)) return atEnd;
  return sql`coalesce((
    select added_at - interval '1 microsecond' from cart_line where cart_id = gate.id and key = asked.next), ${atEnd})`;
};

const putLines = (writings: readonly Writing[], now: Date): Sql => sql`
  put as (
    insert into cart_line (cart_id, key, product_id, variation_id, quantity, added_at)
    select gate.id, put.key, put.product_id, put.variation_id, put.quantity, ${timeOf(writings, now)}
    from gate join asked using (place), jsonb_to_recordset(asked.put) ${putColumns}
    on conflict (cart_id, key) do update set quantity = excluded.quantity)`;

const takeOut = sql`
  gone as (
    delete from cart_line l using gate join asked using (place)
    where l.cart_id = any(array(select id from gate)) and l.cart_id = gate.id and (asked.gone is null or asked.gone ? l.key))`;

/** The statement says what there is to do and nothing else: starting what does nothing would cost as much. */
function statementOf(writings: readonly Writing[], now: Date, alone: boolean): Sql {
  const isThere = writings.some(({ held }) => held.cartId !== null);
  const isNew = writings.some(({ held }) => held.cartId === null);
  const puts = writings.some(({ difference }) => difference.put.length > 0);
  const takes = writings.some(({ difference }) => difference.gone.length > 0);
  const touches = writings.some(({ touched }) => touched !== null);
  const parts = [
    askedOf(writings),
    ...(isThere ? [moveOn(now, alone)] : []),
    ...(isNew ? [open(now)] : []),
    sql`gate as (${join([...(isThere ? [moved] : []), ...(isNew ? [opened] : [])], " union all ")})`,
    ...(puts ? [putLines(writings, now)] : []),
    ...(takes ? [takeOut] : []),
    ...(touches ? [sql`touched as (${touchSessions(sql`select decode(touched, 'hex') from asked`, now)})`] : []),
  ];
  return sql`with ${join(parts)} select place, version from gate ${isThere ? faster : empty}`;
}

/** Whose cart it is. */
const cartOf = ({ held: { cartId, customerId }, newHash }: Writing): string =>
  cartId === null ? `of ${customerId ?? newHash?.toString("hex")}` : `${cartId}`;

/**
 * Writes changes of carts in one round trip and one commit. Of several of one cart the first goes, and the others find it changed.
 * @param alone whether the one writing may wait for somebody who has a hand on the cart
 * @returns for each the new version; null where somebody was faster; `apart` where that is not known without waiting
 */
export async function writeCarts(
  db: Db,
  writings: readonly Writing[],
  { now, alone }: { now: Date; alone: boolean },
): Promise<readonly (number | null | typeof RETRY_ALONE)[]> {
  const firsts = new Map<string, Writing>();
  for (const writing of writings) if (!firsts.has(cartOf(writing))) firsts.set(cartOf(writing), writing);
  const going = [...firsts.values()];
  const rows = await db.write<{ place: number; version: number | null }>(statementOf(going, now, alone));
  const versions = new Map(rows.map(({ place, version }) => [going[place], version]));
  return writings.map((writing) => {
    const version = versions.get(writing);
    if (version !== undefined) return version;
    const first = firsts.get(cartOf(writing));
    return alone || (first !== writing && first && versions.has(first)) ? null : RETRY_ALONE;
  });
}
