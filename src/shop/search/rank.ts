import type { Language } from "#contract/language.ts";
import { type Sql, sql } from "../kernel/database.ts";

/** A search taken apart into text queries, see queriesOf. */
export interface Asked {
  lang: Language;
  /** what makes a hit */
  broad: string;
  /** hits with the very marks that were typed */
  marked: string;
  /** hits by whole words, in the name; anywhere; and by beginnings in the name */
  called: string;
  whole: string;
  named: string;
  skip: number;
  take: number;
}

/** With the very marks first; then whole words before beginnings, and names before terms and categories. */
const flags = ({ marked, called, whole, named }: Asked): Sql => sql`
  s.marked @@ ${marked}::tsquery marked, s.words @@ ${called}::tsquery called, s.words @@ ${whole}::tsquery whole,
  s.words @@ ${named}::tsquery named`;
const byFlags = sql`marked desc, called desc, whole desc, named desc`;

/** An array of the page's ids, every hit ranked: its cost grows with the number of hits. */
export const ranked = (asked: Asked): Sql => sql`array(
  select product_id from (
    select s.product_id, s.total_sales, ${flags(asked)} from product_search s
    where s.lang = ${asked.lang} and s.published and s.words @@ ${asked.broad}::tsquery) hit
  order by ${byFlags}, total_sales desc, product_id desc limit ${asked.take} offset ${asked.skip})`;

/** So many best sellers among the hits are ranked by how well they match; those behind them stand by what they sell. */
const sample = 200;

/** The same where there are many hits: products are walked through from the best seller down until there are enough. */
export const sampled = (asked: Asked): Sql => sql`array(
  select product_id from (
    select s.product_id, ${flags(asked)}, row_number() over (order by p.total_sales desc, p.id desc) place
    from product p join product_search s on s.product_id = p.id and s.lang = ${asked.lang}
    where p.status = 'publish' and s.published and s.words @@ ${asked.broad}::tsquery
    order by p.total_sales desc, p.id desc limit ${Math.max(sample, asked.skip + asked.take)}) hit
  order by place > ${sample},
    case when place <= ${sample} then row(not marked, not called, not whole, not named) end, place
  limit ${asked.take} offset ${asked.skip})`;
