import { type Purchasable, purchasablesOf, variationsNamed } from "#shop/catalog/index.ts";
import type { Clock } from "#shop/kernel/base/clock.ts";
import { type Db, empty, json, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { ProductDetailsCache } from "#shop/kernel/cache/product-details-cache.ts";
import { needsTouch, visitorCartMs } from "#shop/kernel/auth/sessions.ts";
import { maxBatchSize } from "#shop/kernel/db/batching.ts";
import type { CartSnapshot, Line } from "./cart-line.ts";

/** Who asks, by the hashes of their cookies: a live session's customer, else the visitor of the cart cookie. */
export interface CartOwner {
  sessionHash: Buffer | null;
  cartHash: Buffer | null;
}

/** A product, and how its variation was chosen. */
export interface Choice {
  productId: number;
  variationId?: number | null | undefined;
  attributes?: Readonly<Record<string, string>> | undefined;
}

/** Whose cart is looked for, and what is to be added to it. */
export interface CartQuery {
  holder: CartOwner;
  choice: Choice | null;
}

/** What carts are read with. */
export interface CartDeps {
  db: Db;
  clock: Clock;
  /** what is known of products already */
  facts: ProductDetailsCache<unknown>;
  heldPieces: HeldPieces;
}

/**
 * The pieces that the customer's own unpaid orders hold, as a scalar of SQL: `{stock id: pieces}`, or null. Orders are above
 * carts and hand it down.
 */
export type HeldPieces = (customerId: Sql) => Sql;

interface Head {
  customerId: number | null;
  cartId: number | null;
  version: number;
  untouched: boolean;
}

interface HeadRow extends Head {
  place: number;
}

interface AskedRow extends HeadRow {
  held: Readonly<Record<string, number>> | null;
  key: string | null;
  quantity: number;
  nth: number;
}
type AskedPiece = Purchasable & { asked: AskedRow };

export interface Found extends CartSnapshot {
  /** what the choice names; empty without one, or when there is no such product */
  pieces: Purchasable[];
  /** the session's use is to be noted */
  untouched: boolean;
}

/** Of who has no cookie, and adds nothing. */
export const emptyGuestCart: Found = {
  ...{ customerId: null, cartId: null, version: 0, untouched: false },
  ...{ lines: [], pieces: [] },
};
export const isNobodys = ({ holder: { sessionHash, cartHash }, choice }: CartQuery): boolean =>
  !sessionHash && !cartHash && !choice;

const hex = (hash: Buffer | null): string | null => hash?.toString("hex") ?? null;

const soughtRow = ({ holder, choice }: CartQuery, place: number) => ({
  ...{ place, session_hash: hex(holder.sessionHash), cart_hash: hex(holder.cartHash) },
  ...{ product_id: choice?.productId, variation_id: choice?.variationId, attributes: choice?.attributes },
});

/**
 * One row for each: session and cart of whoever asks, where they exist. One document, and a limit, so that one plan does for any
 * number; and looked up for each: joined, all carts would be read where there are few.
 */
const headsOf = (sought: readonly CartQuery[], now: Date): Sql => sql`
  sought as materialized (
    select * from jsonb_to_recordset(${json(sought.map(soughtRow))}::jsonb) sought (place integer, session_hash text,
      cart_hash text, product_id integer, variation_id integer, attributes jsonb) limit ${raw(String(maxBatchSize))}),
  who as materialized (
    select place, session.customer_id "customerId", c.id "cartId", coalesce(c.version, 0) version,
      coalesce(session.untouched, false) untouched
    from sought
      left join lateral (
        select customer_id, ${needsTouch(now)} untouched from session
        where token_hash = decode(session_hash, 'hex') and expires_at > ${now} offset 0) session on true
      left join lateral (
        select id, version from cart
        where id = case when session.customer_id is null
          then (select id from cart where token_hash = decode(cart_hash, 'hex')
                and updated_at > ${new Date(now.getTime() - visitorCartMs)})
          else (select id from cart where customer_id = session.customer_id) end offset 0) c on true)`;

const nameVariations = ({ choice }: CartQuery): boolean => Boolean(choice?.attributes && !choice.variationId);

/** The products themselves, and the variations that the choices leave. */
const piecesOf = (sought: readonly CartQuery[]): Sql => sql`
  union all select head.*, product_id, piece.id, null, null, null
  from head join sought using (place), lateral (
    select null::integer id union all select variation_id where variation_id is not null
    ${
      sought.some(nameVariations)
        ? sql`union all select id from (${variationsNamed(sql`sought.product_id`, sql`sought.attributes`)}) named
              where attributes is not null and variation_id is null`
        : empty
    }) piece
  where product_id is not null`;

const linesAnd = (sought: readonly CartQuery[], now: Date, heldPieces: HeldPieces): Sql => sql`
  with ${headsOf(sought, now)},
  head as materialized (select who.*, ${heldPieces(sql`who."customerId"`)} held from who)
  select head.*, l.product_id, l.variation_id, l.key, l.quantity, row_number() over (order by l.added_at, l.key) nth
  from head, lateral (select * from cart_line where cart_id = head."cartId" offset 0) l
  ${sought.some(({ choice }) => choice) ? piecesOf(sought) : empty}`;

/** What somebody's own unpaid order holds can still be had: by whom it is held for. */
const withOwn = <Piece extends AskedPiece>(piece: Piece): Piece => ({
  ...piece,
  available: Math.max(piece.available, piece.asked.held?.[piece.stockId] ?? 0),
});

function foundOf({ customerId, cartId, version, untouched }: Head, rows: readonly AskedPiece[]): Found {
  const lines = rows
    .filter(({ asked }) => asked.key !== null)
    .sort((one, other) => one.asked.nth - other.asked.nth)
    .map(({ asked, ...piece }): Line => ({ ...piece, key: asked.key ?? "", quantity: asked.quantity }));
  const pieces = rows.filter(({ asked }) => asked.key === null).map(({ asked: _asked, ...piece }) => piece);
  return { customerId, cartId, version, untouched, lines, pieces };
}

/** Reads carts, and what is to be added to them: one round trip, a second where a cart is empty and nothing is to be added. */
export async function findCarts(
  { db, clock, facts, heldPieces }: CartDeps,
  sought: readonly CartQuery[],
): Promise<readonly Found[]> {
  const now = clock.now();
  const rows: AskedPiece[][] = sought.map(() => []);
  for (const row of await purchasablesOf<AskedRow>(db, linesAnd(sought, now, heldPieces), facts))
    rows[row.asked.place]?.push(withOwn(row));
  const empties = sought.some(({ choice }, place) => !choice && rows[place]?.length === 0);
  const heads = empties ? await db.all<HeadRow>(sql`with ${headsOf(sought, now)} select * from who`) : [];
  const headAt = (at: number): Head =>
    rows[at]?.[0]?.asked ?? heads.find(({ place }) => place === at) ?? emptyGuestCart;
  return sought.map((_, place) => foundOf(headAt(place), rows[place] ?? []));
}
