import { type MatchedField, maxHits } from "#contract/list-rules.ts";
import { join, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { phoneKey, phoneKeyOf } from "#shop/orders/index.ts";

/** Words that most orders contain are found among so many of the newest ones; an index finds all other words. */
const recentOrders = 10_000;
/** the index of words needs three characters */
const minIndexed = 3;
/** as many results are enough to be shown as one page */
const enoughHits = 25;
const maxWords = 6;

export interface SearchHit {
  id: number;
  /** null: words were found; {@link readMatchedFields} reads where */
  field: MatchedField | null;
  /** a line item contains the words */
  inProduct: boolean;
}

/** A search for one kind of value, as conditions on `orders o`. */
interface Matcher {
  field: MatchedField;
  /** the order ids that match */
  ids: Sql;
}

const digitsOf = (text: string): string => text.replaceAll(/[\s.()+-]/g, "");

/** A phone number of customer or recipient in any notation, or its last digits: at least three, as many as a packer sees. */
function phoneMatcher(digits: string): Matcher[] {
  if (!/^\d{3,15}$/.test(digits)) return [];
  const national = digits.replace(/^(?:84|0)(?=\d{9}$)/, "").slice(-9);
  const prefix = [...national].reverse().join("");
  // the operators of the indexes, which compare byte by byte; ':' is the character after '9'
  const begins = (key: Sql): Sql => sql`${key} ~>=~ ${prefix} and ${key} ~<~ ${`${prefix}:`}`;
  return [
    {
      field: "phone",
      ids: sql`select o.id from orders o where ${begins(phoneKey(sql`o`))}
        union all select o.id from orders o
        where o.shipping ->> 'phone' <> o.billing ->> 'phone' and ${begins(phoneKeyOf(sql`o.shipping ->> 'phone'`))}`,
    },
  ];
}

const numberMatcher = (text: string): Matcher[] =>
  /^#?\d{1,9}$/.test(text) ? [{ field: "number", ids: sql`select ${Number(text.replace("#", ""))}::integer id` }] : [];

const emailKey = sql`(lower(o.billing ->> 'email') collate "C")`;

/** An email address, or its beginning up to somewhere behind the "@". */
const emailMatcher = (text: string): Matcher[] =>
  text.includes("@")
    ? [
        {
          field: "email",
          // no email contains the character after the last printable one
          ids: sql`select o.id from orders o
            where ${emailKey} >= ${text.toLowerCase()} and ${emailKey} < ${`${text.toLowerCase()}\u007f`}`,
        },
      ]
    : [];

/** Codes, which match as a whole: of a parcel, a payment, a stock-keeping unit. */
const codeMatchers = (text: string): Matcher[] => [
  {
    field: "tracking_code",
    ids: sql`select p.order_id id from parcel p where p.tracking_code in (${text}, ${text.toUpperCase()})`,
  },
  {
    field: "transaction",
    ids: sql`
      select o.id from orders o where o.transaction_id = ${text} and o.transaction_id <> ''
      union all select p.order_id from payment p where p.gateway_transaction = ${text}
      union all select p.order_id from payment p where p.gateway_id = ${text}`,
  },
  {
    field: "sku",
    ids: sql`select l.order_id id from order_line l where lower(l.sku) = ${text.toLowerCase()} and l.sku is not null
      order by l.order_id desc limit ${maxHits}`,
  },
];

/** Folded once for a statement: an expression of a parameter is evaluated for each row. */
const patternOf = (word: string): Sql => sql`(select '%' || fold_text(${word}) || '%')`;

const allLike = (column: Sql, words: readonly string[]): Sql =>
  join(
    words.map((word) => sql`${column} like ${patternOf(word)}`),
    " and ",
  );

/** Words of a search; a word of punctuation alone is left out, since it is folded to nothing, which every text contains. */
const wordsOf = (text: string): string[] =>
  text
    .split(" ")
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords);

/** Among which orders words are searched: the newest ones, those of a list with filters, or all. */
type SearchScope = "recent" | "filtered" | "all";

/** Orders and line items that contain all words. */
function wordHits(words: readonly string[], { filters, scope }: { filters: Sql; scope: SearchScope }): Sql {
  const isRecent = scope === "recent";
  const orders = isRecent
    ? sql`(select * from orders order by created_at desc, id desc limit ${recentOrders})`
    : sql`orders`;
  const lines = isRecent ? sql`(select * from order_line order by id desc limit ${recentOrders})` : sql`order_line`;
  // A search of all orders reads the ids first, from the index of words: because of the limit the database would otherwise read the orders by
  // date, all of them if few match.
  const inAll = (ids: Sql): Sql => sql`o.id = any(array(${ids}))`;
  const inOrder =
    scope === "all"
      ? inAll(sql`select m.id from orders m where ${allLike(sql`m.search_text`, words)}`)
      : allLike(sql`o.search_text`, words);
  const ofLines = sql`select l.order_id from ${lines} l where ${allLike(sql`l.search_text`, words)}`;
  const inLine = scope === "all" ? inAll(ofLines) : sql`o.id in (${ofLines})`;
  const newest = sql`order by o.created_at desc, o.id desc limit ${maxHits}`;
  const hits = sql`
    (select o.id, o.created_at, false product from ${orders} o where ${inOrder} and ${filters} ${newest})
    union all
    (select o.id, o.created_at, true product from orders o where ${inLine} and ${filters} ${newest})`;
  return sql`
    select h.id, case when bool_and(h.product) then 'product' end field, bool_or(h.product) "inProduct"
    from (${hits}) h group by h.id, h.created_at order by h.created_at desc, h.id desc limit ${maxHits}`;
}

/** Where the words of a search are in orders that it has found: the first of name, email, product and address that contains all of them. */
export async function readMatchedFields(
  reader: Reader,
  typed: string,
  hits: readonly SearchHit[],
): Promise<Map<number, MatchedField>> {
  const words = wordsOf(normalize(typed));
  const inProduct = new Map(hits.map((hit) => [hit.id, hit.inProduct]));
  const unknown = hits.filter(({ field }) => field === null).map(({ id }) => id);
  const inName = (address: Sql): Sql =>
    allLike(sql`fold_text(concat_ws(' ', ${address} ->> 'last_name', ${address} ->> 'first_name'))`, words);
  const rows =
    unknown.length === 0
      ? []
      : await reader.all<{ id: number; field: "name" | "email" | "address" }>(sql`
          select o.id, case when (${inName(sql`o.billing`)}) or (${inName(sql`o.shipping`)}) then 'name'
            when ${allLike(sql`fold_text(o.billing ->> 'email')`, words)} then 'email' else 'address' end field
          from orders o where o.id = any(${unknown}::integer[])`);
  const read = rows.map(({ id, field }): [number, MatchedField] => [
    id,
    field === "address" && inProduct.get(id) ? "product" : field,
  ]);
  const known = hits.flatMap(({ id, field }): [number, MatchedField][] => (field ? [[id, field]] : []));
  return new Map([...known, ...read]);
}

/** Orders that match exactly: each once, by the first of its fields, the newest first. */
function exactHits(matchers: readonly Matcher[], filters: Sql): Sql {
  const hits = matchers.map(
    ({ field, ids }) => sql`
      (select o.id, o.created_at, ${field}::text field from orders o
        where o.id in (select m.id from (${ids}) m) and ${filters} order by o.created_at desc, o.id desc limit ${maxHits})`,
  );
  return sql`
    select id, field, false "inProduct" from (
      select distinct on (h.id) h.id, h.created_at, h.field from (${join(hits, " union all ")}) h
      order by h.id, array_position(array['number', 'phone', 'email', 'tracking_code', 'transaction', 'sku'], h.field)) h
    order by h.created_at desc, h.id desc limit ${maxHits}`;
}

const normalize = (typed: string): string => typed.trim().replaceAll(/\s+/g, " ");

/**
 * The newest orders that match what was typed: number, phone number or its last digits, email, code of a parcel or a payment, SKU, or words of
 * name, address or product with or without diacritics.
 * @param filters conditions on `orders o` @param isNarrow whether they leave few orders, which an index of their own finds
 */
export async function searchOrders(
  reader: Reader,
  typed: string,
  { filters, isNarrow }: { filters: Sql; isNarrow: boolean },
): Promise<SearchHit[]> {
  const text = normalize(typed);
  if (text === "") return [];
  const digits = digitsOf(text);
  const isNumber = /^#?\d+$/.test(digits);
  const exact = [
    ...numberMatcher(digits),
    ...phoneMatcher(digits),
    ...emailMatcher(text),
    ...(text.includes(" ") ? [] : codeMatchers(text)),
  ];
  const hits = exact.length === 0 ? [] : await reader.all<SearchHit>(exactHits(exact, filters));
  if (isNumber || text.includes("@") || hits.length > 0) return hits;
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const search = (scope: SearchScope) => reader.all<SearchHit>(wordHits(words, { filters, scope }));
  const isIndexed = words.some((word) => [...word].length >= minIndexed);
  // a narrow list is searched by its own index
  if (!isNarrow || !isIndexed) {
    const recent = await search("recent");
    if (recent.length >= enoughHits || !isIndexed) return recent;
  }
  return search(isNarrow ? "filtered" : "all");
}
