import { type ProductDetailsCache, type Purchasable, purchasablesOf, variationsNamed } from "#shop/catalog/index.ts";
import { needsTouch, guestCartMs } from "#shop/kernel/auth/sessions.ts";
import type { Clock } from "#shop/kernel/base/clock.ts";
import { maxBatchSize } from "#shop/kernel/db/batching.ts";
import { type Db, empty, json, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { CartLine, CartSnapshot } from "./cart-line.ts";

/** The request's owner by its cookies' hashes: the customer of a live session, else the guest of the cart cookie. */
export interface CartOwner {
  sessionHash: Buffer | null;
  cartHash: Buffer | null;
}

/** A product, and how its variation was selected. */
export interface ProductSelection {
  productId: number;
  variationId?: number | null | undefined;
  attributes?: Readonly<Record<string, string>> | undefined;
}

/** The cart to read, and the product to be added to it. */
export interface CartQuery {
  owner: CartOwner;
  selection: ProductSelection | null;
}

/** Dependencies of the cart queries. */
export interface CartDeps {
  db: Db;
  clock: Clock;
  /** cached product details */
  products: ProductDetailsCache;
  reservedStock: ReservedStockSql;
}

/**
 * SQL scalar with the stock that the owner's own unpaid orders reserve: `{stock id: quantity}`, or null. The orders
 * module depends on carts, so it is passed in.
 */
export type ReservedStockSql = (owner: { customerId: Sql; guestCart: Sql }) => Sql;

interface CartHead {
  customerId: number | null;
  cartId: number | null;
  version: number;
  needsTouch: boolean;
}

interface CartHeadRow extends CartHead {
  place: number;
}

interface CartLineQueryRow extends CartHeadRow {
  reserved: Readonly<Record<string, number>> | null;
  key: string | null;
  quantity: number;
  nth: number;
}
type CartPurchasable = Purchasable & { input: CartLineQueryRow };

export interface LoadedCart extends CartSnapshot {
  /** what the selection matches; empty without a selection, or if there is no such product */
  candidates: Purchasable[];
  /** the session's last use must be updated */
  needsTouch: boolean;
}

/** The cart of a request without cookies that adds nothing. */
export const emptyGuestCart: LoadedCart = {
  ...{ customerId: null, cartId: null, version: 0, needsTouch: false },
  ...{ lines: [], candidates: [] },
};
export const isAnonymousLookup = ({ owner: { sessionHash, cartHash }, selection }: CartQuery): boolean =>
  !sessionHash && !cartHash && !selection;

const hex = (hash: Buffer | null): string | null => hash?.toString("hex") ?? null;

const queryRow = ({ owner, selection }: CartQuery, place: number) => ({
  ...{ place, session_hash: hex(owner.sessionHash), cart_hash: hex(owner.cartHash) },
  ...{ product_id: selection?.productId, variation_id: selection?.variationId, attributes: selection?.attributes },
});

/**
 * One row per query: its session and cart, if they exist. Sent as one JSON document with a limit, so that one generic
 * plan fits any number; lateral lookups, since a join would scan all carts of a small table.
 */
const headsSql = (queries: readonly CartQuery[], now: Date): Sql => sql`
  query as materialized (
    select * from jsonb_to_recordset(${json(queries.map(queryRow))}::jsonb) query (place integer, session_hash text,
      cart_hash text, product_id integer, variation_id integer, attributes jsonb) limit ${raw(String(maxBatchSize))}),
  owner as materialized (
    select place, session.customer_id "customerId", c.id "cartId", coalesce(c.version, 0) version,
      coalesce(session."needsTouch", false) "needsTouch",
      case when session.customer_id is null then decode(cart_hash, 'hex') end guest_cart
    from query
      left join lateral (
        select customer_id, ${needsTouch(now)} "needsTouch" from session
        where token_hash = decode(session_hash, 'hex') and expires_at > ${now} offset 0) session on true
      left join lateral (
        select id, version from cart
        where id = case when session.customer_id is null
          then (select id from cart where token_hash = decode(cart_hash, 'hex')
                and updated_at > ${new Date(now.getTime() - guestCartMs)})
          else (select id from cart where customer_id = session.customer_id) end offset 0) c on true)`;

const selectsByAttributes = ({ selection }: CartQuery): boolean =>
  Boolean(selection?.attributes && !selection.variationId);

/** The selected products, and the variations that match the selections. */
const candidatesSql = (queries: readonly CartQuery[]): Sql => sql`
  union all select head.*, product_id, candidate.id, null, null, null
  from head join query using (place), lateral (
    select null::integer id union all select variation_id where variation_id is not null
    ${
      queries.some(selectsByAttributes)
        ? sql`union all select id from (${variationsNamed(sql`query.product_id`, sql`query.attributes`)}) named
              where attributes is not null and variation_id is null`
        : empty
    }) candidate
  where product_id is not null`;

const linesAndCandidatesSql = (queries: readonly CartQuery[], now: Date, reservedStock: ReservedStockSql): Sql => sql`
  with ${headsSql(queries, now)},
  head as materialized (
    select place, "customerId", "cartId", version, "needsTouch",
      ${reservedStock({ customerId: sql`owner."customerId"`, guestCart: sql`owner.guest_cart` })} reserved from owner)
  select head.*, l.product_id, l.variation_id, l.key, l.quantity, row_number() over (order by l.added_at, l.key) nth
  from head, lateral (select * from cart_line where cart_id = head."cartId" offset 0) l
  ${queries.some(({ selection }) => selection) ? candidatesSql(queries) : empty}`;

/** Stock reserved by the customer's own unpaid order is still available to that customer. */
const withOwnReservation = <Row extends CartPurchasable>(purchasable: Row): Row => ({
  ...purchasable,
  available: Math.max(purchasable.available, purchasable.input.reserved?.[purchasable.stockId] ?? 0),
});

function toLoadedCart(
  { customerId, cartId, version, needsTouch }: CartHead,
  rows: readonly CartPurchasable[],
): LoadedCart {
  const lines = rows
    .filter(({ input }) => input.key !== null)
    .sort((one, other) => one.input.nth - other.input.nth)
    .map(({ input, ...purchasable }): CartLine => ({ ...purchasable, key: input.key ?? "", quantity: input.quantity }));
  const candidates = rows
    .filter(({ input }) => input.key === null)
    .map(({ input: _input, ...purchasable }) => purchasable);
  return { customerId, cartId, version, needsTouch, lines, candidates };
}

/**
 * Reads carts and the products to be added: one round trip, and a second if a cart is empty and nothing is to be added.
 */
export async function findCarts(
  { db, clock, products, reservedStock }: CartDeps,
  queries: readonly CartQuery[],
): Promise<readonly LoadedCart[]> {
  const now = clock.now();
  const rows: CartPurchasable[][] = queries.map(() => []);
  for (const row of await purchasablesOf<CartLineQueryRow>(
    db,
    linesAndCandidatesSql(queries, now, reservedStock),
    products,
  ))
    rows[row.input.place]?.push(withOwnReservation(row));
  const hasEmptyCart = queries.some(({ selection }, place) => !selection && rows[place]?.length === 0);
  const heads = hasEmptyCart
    ? await db.all<CartHeadRow>(sql`with ${headsSql(queries, now)}
      select place, "customerId", "cartId", version, "needsTouch" from owner`)
    : [];
  const headAt = (at: number): CartHead =>
    rows[at]?.[0]?.input ?? heads.find(({ place }) => place === at) ?? emptyGuestCart;
  return queries.map((_, place) => toLoadedCart(headAt(place), rows[place] ?? []));
}
