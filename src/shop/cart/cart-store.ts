import { type Purchasable, purchasablesOf, variationsNamed } from "#shop/catalog/index.ts";
import { type Db, empty, join, json, type Reader, type Sql, sql } from "#shop/kernel/database.ts";
import type { ProductFacts } from "#shop/kernel/product-facts.ts";
import { isUntouched, touchSession, visitorCartMs } from "#shop/kernel/sessions.ts";
import type { Held, Line } from "./cart-line.ts";

/** Who asks, by the hashes of their cookies: a live session's customer, else the visitor of the cart cookie. */
export interface Holder {
  sessionHash: Buffer | null;
  cartHash: Buffer | null;
}

/** A product, and how its variation was chosen. */
export interface Choice {
  productId: number;
  variationId?: number | null | undefined;
  attributes?: Readonly<Record<string, string>> | undefined;
}

/** When a cart is read, and by what it counts what is held for its owner. */
export interface Reading {
  now: Date;
  /** what is known of products already */
  facts: ProductFacts<unknown>;
  heldPieces: HeldPieces;
}

interface Head {
  customerId: number | null;
  cartId: number | null;
  version: number;
  untouched: boolean;
}

/** Always one row: session and cart of whoever asks, joined where they exist. */
const headOf = ({ sessionHash, cartHash }: Holder, now: Date): Sql => sql`
  select session.customer_id "customerId", c.id "cartId", coalesce(c.version, 0) version,
    coalesce(${isUntouched(now)}, false) untouched
  from (select 1) always
    left join session on session.token_hash = ${sessionHash}::bytea and session.expires_at > ${now}
    left join cart c on c.id = case when session.customer_id is null
      then (select id from cart where token_hash = ${cartHash}::bytea
            and updated_at > ${new Date(now.getTime() - visitorCartMs)})
      else (select id from cart where customer_id = session.customer_id) end`;

/**
 * The pieces that the customer's own unpaid orders hold, as a scalar of SQL: `{stock id: pieces}`, or null.
 * Orders are above carts and hand it down.
 */
export type HeldPieces = (customerId: Sql) => Sql;

/** The product itself, and the variations that the choice leaves. */
const piecesOf = ({ productId, variationId, attributes }: Choice): Sql => {
  const chosen = attributes ? sql`union all select id from (${variationsNamed(productId, attributes)}) named` : empty;
  return sql`select ${variationId ?? null}::integer ${variationId ? sql`union all select null` : chosen}`;
};

const linesAnd = (holder: Holder, choice: Choice | null, { now, heldPieces }: Reading): Sql => sql`
  with who as (${headOf(holder, now)}),
  head as materialized (select who.*, ${heldPieces(sql`who."customerId"`)} held from who)
  select head.*, l.product_id, l.variation_id, l.key, l.quantity, row_number() over (order by l.added_at, l.key) place
  from head join cart_line l on l.cart_id = head."cartId"
  ${
    choice
      ? sql`union all select head.*, ${choice.productId}::integer, piece.id, null, null, null
            from head, (${piecesOf(choice)}) piece (id)`
      : empty
  }`;

interface AskedRow extends Head {
  held: Readonly<Record<string, number>> | null;
  key: string | null;
  quantity: number;
  place: number;
}
type AskedPiece = Purchasable & { asked: AskedRow };

/** What somebody's own unpaid order holds can still be had: by whom it is held for. */
const withOwn = <Piece extends AskedPiece>(piece: Piece): Piece => ({
  ...piece,
  available: Math.max(piece.available, piece.asked.held?.[piece.stockId] ?? 0),
});

export interface Found extends Held {
  /** what the choice names; empty without one, or when there is no such product */
  pieces: Purchasable[];
  /** the session's use is to be noted */
  untouched: boolean;
}

const nobodys: Head = { customerId: null, cartId: null, version: 0, untouched: false };

/** Reads a cart, and what is to be added to it: one round trip, a second for an empty cart; none for who has no cookie. */
export async function findCart(db: Reader, holder: Holder, choice: Choice | null, reading: Reading): Promise<Found> {
  if (!holder.sessionHash && !holder.cartHash && !choice) return { ...nobodys, lines: [], pieces: [] };
  const rows = (await purchasablesOf<AskedRow>(db, linesAnd(holder, choice, reading), reading.facts)).map(withOwn);
  const head = rows[0]?.asked ?? (choice ? nobodys : ((await db.one<Head>(headOf(holder, reading.now))) ?? nobodys));
  const lines = rows
    .filter(({ asked }) => asked.key !== null)
    .sort((one, other) => one.asked.place - other.asked.place)
    .map(({ asked, ...piece }): Line => ({ ...piece, key: asked.key ?? "", quantity: asked.quantity }));
  const pieces = rows.filter(({ asked }) => asked.key === null).map(({ asked: _asked, ...piece }) => piece);
  const { customerId, cartId, version, untouched } = head;
  return { customerId, cartId, version, untouched, lines, pieces };
}

/** Rows to write and keys to take out; `all` takes out what the reader was not shown as well. */
export interface Difference {
  put: readonly Line[];
  /** the line that a new one stands before; null: at the end */
  next: string | null;
  gone: readonly string[] | "all";
}

/** Moves the cart on if nobody else has since it was read; opens one where there was none. */
const gateOf = ({ cartId, customerId, version }: Held, newHash: Buffer | null, now: Date): Sql =>
  cartId === null
    ? sql`insert into cart (customer_id, token_hash, version, updated_at)
          values (${customerId}::integer, ${customerId === null ? newHash : null}::bytea, 1, ${now})
          on conflict do nothing returning id, version`
    : sql`update cart set version = version + 1, updated_at = ${now}
          where id = ${cartId} and version = ${version} returning id, version`;

/** A subquery's columns from lines. As one document: plans for arrays hang on how many there are, and would be made anew each time. */
export const linesTable = (lines: readonly Line[]): Sql => sql`
  jsonb_to_recordset(${json(lines.map(lineRow))}::jsonb)
    put (key text, product_id integer, variation_id integer, quantity integer, place integer)`;

const lineRow = ({ key, productId, variationId, quantity }: Line, index: number) => ({
  ...{ key, product_id: productId, variation_id: variationId, quantity, place: index + 1 },
});

/** At the end, or just before a line that is there. */
const timesOf = (next: string | null, now: Date): Sql => {
  const atEnd = sql`${now}::timestamptz + put.place * interval '1 microsecond'`;
  if (next === null) return atEnd;
  return sql`coalesce((
    select added_at - interval '1 microsecond' from cart_line where cart_id = gate.id and key = ${next}), ${atEnd})`;
};

const putLines = ({ put, next }: Difference, now: Date): Sql => sql`
  put as (
    insert into cart_line (cart_id, key, product_id, variation_id, quantity, added_at)
    select gate.id, put.key, put.product_id, put.variation_id, put.quantity, ${timesOf(next, now)}
    from gate, ${linesTable(put)}
    on conflict (cart_id, key) do update set quantity = excluded.quantity)`;

const takeOut = ({ gone }: Difference): Sql => sql`
  gone as (
    delete from cart_line using gate
    where cart_id = gate.id ${gone === "all" ? empty : sql`and key = any(${gone}::text[])`})`;

/**
 * Writes a change in one round trip, if the cart is still at the version that was read. The statement says what there is to
 * do and nothing else: planning and starting what does nothing would cost as much.
 * @param newHash of the token of a visitor's first cart
 * @returns the new version, or null when somebody was faster
 */
export async function writeChange(
  db: Db,
  held: Held,
  difference: Difference,
  { newHash, touched, now }: { newHash: Buffer | null; touched: Buffer | null; now: Date },
): Promise<number | null> {
  const parts = [
    sql`gate as (${gateOf(held, newHash, now)})`,
    ...(difference.put.length > 0 ? [putLines(difference, now)] : []),
    ...(difference.gone.length > 0 ? [takeOut(difference)] : []),
    ...(touched ? [sql`touched as (${touchSession(touched, now)})`] : []),
  ];
  const rows = await db.write<{ version: number }>(sql`with ${join(parts)} select version from gate`);
  return rows[0]?.version ?? null;
}
