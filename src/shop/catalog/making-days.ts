import { type Sql, sql } from "#shop/kernel/db/database.ts";

/** Metadata of a product or variation that is made to order: working days that making it takes. */
const makingDaysKey = "_making_days";

/** longer times are a mistake */
const maxMakingDays = 180;

/** SQL scalar with the days of a product or variation: null if it has none, or no whole number. */
export const makingDaysSql = (item: Sql): Sql => sql`(
  select least((m ->> 'value')::integer, ${maxMakingDays}::integer) from jsonb_array_elements(${item}.meta_data) m
  where m ->> 'key' = ${makingDaysKey} and m ->> 'value' ~ '^[0-9]{1,4}$' limit 1)`;

/** Days that making the slowest of the items takes. */
export const slowestMakingDays = (items: readonly { makingDays: number }[]): number =>
  Math.max(0, ...items.map(({ makingDays }) => makingDays));
