import type { FilterOptions } from "#contract/backoffice/order-list.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";

/**
 * The different values of an indexed expression: each step finds the next larger value by the index, so that a million orders are not read.
 * @param of the expression on the table `s`
 */
const distinctValues = (of: Sql, table: Sql): Sql => sql`
  with recursive found (value) as (
    (select ${of} from ${table} s where ${of} > '' order by 1 limit 1)
    union all
    select (select ${of} from ${table} s where ${of} > f.value order by 1 limit 1) from found f where f.value is not null)
  select coalesce(jsonb_agg(value order by value), '[]') from found where value is not null`;

/** What the filters of the order list can be set to. */
export async function readFilterOptions(reader: Reader, lang: Language): Promise<FilterOptions> {
  const options = await reader.one<FilterOptions>(sql`
    select (${distinctValues(sql`s.shipping ->> 'city'`, sql`orders`)}) provinces,
      (${distinctValues(sql`s.carrier`, sql`parcel`)}) carriers,
      (${distinctValues(sql`s.payment_method`, sql`orders`)}) payment_methods,
      (${distinctValues(sql`s.created_via`, sql`orders`)}) created_by,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id)
        from staff where closed_at is null and activated_at is not null), '[]') packers,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name ->> ${lang}::text) order by name ->> ${lang}::text, id)
        from category), '[]') categories`);
  if (!options) throw new Error("the options were not read");
  return options;
}
