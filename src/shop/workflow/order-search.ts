import { type MatchedField, maxHits } from "#contract/backoffice/list-rules.ts";
import { join, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { phoneKey } from "#shop/orders/index.ts";

/** Words that most orders contain are found among so many of the newest ones; an index finds all other words. */
const recentOrders = 20_000;
/** the index of words needs three characters */
const minIndexed = 3;
/** as many results are enough to be shown as one page */
const enoughHits = 25;
const maxWords = 6;

export interface SearchHit {
  id: number;
  field: MatchedField;
}

/** A search for one kind of value, as conditions on `orders o`. */
interface Matcher {
  field: MatchedField;
  /** the order ids that match */
  ids: Sql;
}

const digitsOf = (text: string): string => text.replaceAll(/[\s.()+-]/g, "");

/** A phone number in any notation, or its last digits: at least four. */
function phoneMatcher(digits: string): Matcher[] {
  if (!/^\d{4,15}$/.test(digits)) return [];
  const national = digits.replace(/^(?:84|0)(?=\d{9}$)/, "").slice(-9);
  const prefix = [...national].reverse().join("");
  const key = phoneKey(sql`o`);
  // the operators of the index, which compares byte by byte; ':' is the character after '9'
  return [
    { field: "phone", ids: sql`select o.id from orders o where ${key} ~>=~ ${prefix} and ${key} ~<~ ${`${prefix}:`}` },
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

const allLike = (column: Sql, words: readonly string[]): Sql =>
  join(
    words.map((word) => sql`${column} like '%' || fold_text(${word}) || '%'`),
    " and ",
  );

/** Which part of an order's own search text contains the words. */
const textField = (words: readonly string[]): Sql => {
  const inName = (address: Sql): Sql =>
    allLike(sql`fold_text(concat_ws(' ', ${address} ->> 'last_name', ${address} ->> 'first_name'))`, words);
  const inEmail = allLike(sql`fold_text(o.billing ->> 'email')`, words);
  return sql`case when (${inName(sql`o.billing`)}) or (${inName(sql`o.shipping`)}) then 'name' when ${inEmail} then 'email' else 'address' end`;
};

/** Orders and line items that contain all words. @param recent only among the newest ones */
function wordHits(words: readonly string[], { filters, recent }: { filters: Sql; recent: boolean }): Sql {
  const orders = recent
    ? sql`(select * from orders order by created_at desc, id desc limit ${recentOrders})`
    : sql`orders`;
  const lines = recent ? sql`(select * from order_line order by id desc limit ${recentOrders})` : sql`order_line`;
  const newest = sql`order by o.created_at desc, o.id desc limit ${maxHits}`;
  // the field is determined for the results alone
  return sql`
    (select o.id, o.created_at, ${textField(words)} field from (
      select o.id, o.created_at, o.billing, o.shipping from ${orders} o
      where ${allLike(sql`o.search_text`, words)} and ${filters} ${newest}) o)
    union all
    (select o.id, o.created_at, 'product' field from orders o
      where o.id in (select l.order_id from ${lines} l where ${allLike(sql`l.search_text`, words)}) and ${filters} ${newest})`;
}

/** Each order once, by the first of its fields, the newest first. */
const distinctHits = (hits: Sql): Sql => sql`
  select id, field from (
    select distinct on (h.id) h.id, h.created_at, h.field from (${hits}) h
    order by h.id, array_position(array['number', 'phone', 'email', 'tracking_code', 'transaction', 'sku', 'name', 'product', 'address'], h.field)) h
  order by h.created_at desc, h.id desc limit ${maxHits}`;

const exactHits = (matchers: readonly Matcher[], filters: Sql): Sql =>
  join(
    matchers.map(
      ({ field, ids }) => sql`
        (select o.id, o.created_at, ${field}::text field from orders o
          where o.id in (select m.id from (${ids}) m) and ${filters} order by o.created_at desc, o.id desc limit ${maxHits})`,
    ),
    " union all ",
  );

/**
 * The newest orders that match what was typed: number, phone number or its last digits, email, code of a parcel or a payment, SKU, or words of
 * name, address or product with or without diacritics; each with what matched.
 * @param filters conditions on `orders o` @param isNarrow whether they leave few orders, which an index of their own finds
 */
export async function searchOrders(
  reader: Reader,
  typed: string,
  { filters, isNarrow }: { filters: Sql; isNarrow: boolean },
): Promise<SearchHit[]> {
  const text = typed.trim().replaceAll(/\s+/g, " ");
  if (text === "") return [];
  const digits = digitsOf(text);
  const isNumber = /^#?\d+$/.test(digits);
  const exact = [
    ...numberMatcher(digits),
    ...phoneMatcher(digits),
    ...emailMatcher(text),
    ...(text.includes(" ") ? [] : codeMatchers(text)),
  ];
  const hits: SearchHit[] =
    exact.length === 0 ? [] : await reader.all<SearchHit>(distinctHits(exactHits(exact, filters)));
  if (isNumber || text.includes("@") || hits.length > 0) return hits;
  // a word of punctuation alone is folded to nothing, which every text contains
  const words = text
    .split(" ")
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords);
  if (words.length === 0) return [];
  const search = (recent: boolean) => reader.all<SearchHit>(distinctHits(wordHits(words, { filters, recent })));
  const isIndexed = words.some((word) => [...word].length >= minIndexed);
  // a narrow list is searched by its own index
  if (!isNarrow || !isIndexed) {
    const recent = await search(true);
    if (recent.length >= enoughHits || !isIndexed) return recent;
  }
  return search(false);
}
