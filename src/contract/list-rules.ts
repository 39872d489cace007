// Without Zod: the browser needs the lists, and must not load the schemas.

/** Days in Vietnam, the last ones including today. */
export const dayRanges = ["today", "yesterday", "last_7_days", "this_month"] as const;
export type DayRange = (typeof dayRanges)[number];

/** Larger numbers are not counted: the number after it means "at least". */
export const maxCounted = 999;

/** Results of a search, at most: the newest orders that match. */
export const maxHits = 200;

/** Rows of a page, unless the query has `per_page`. */
export const rowsPerPage = 25;

/** Orders on a page of `GET orders-in-progress`: few, since each has its timeline. */
export const openOrdersPerPage = 25;

/** What the list can be sorted by; `waiting`: how long the orders have been in their stage. */
export const listSorts = ["date", "waiting", "total"] as const;

/** By what a search found an order. Texts: `matched.<field>`. */
export const matchedFields = [
  "number",
  "phone",
  "email",
  "tracking_code",
  "transaction",
  "sku",
  "name",
  "product",
  "address",
] as const;
export type MatchedField = (typeof matchedFields)[number];

/** Columns of the list on a large screen, besides number and customer. Texts: `columns.<column>`. */
export const listColumns = ["time", "province", "items", "total", "payment", "stage"] as const;
export type ListColumn = (typeof listColumns)[number];

/** Views that every staff member has: their filters as in the address of the list. Texts: `views.<name>`. */
export const providedViews = {
  to_confirm: "stage=to_confirm&unreachable=false",
  unreachable: "stage=to_confirm&unreachable=true",
  to_pack: "stage=to_pack",
  to_hand_over: "stage=to_hand_over",
  cash_outstanding: "cash_outstanding=true",
  problems: "stage=delivery_problem,needs_review",
  gifts: "gift=true",
  today: "day=today",
} as const;
export type ProvidedView = keyof typeof providedViews;
export const providedViewNames = Object.keys(providedViews) as readonly ProvidedView[];
