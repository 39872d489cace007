import { type Reader, sql } from "../../src/shop/kernel/db/database.ts";

type Amount = number & { readonly unit: "dong" };
type Query = (reader: Reader) => Promise<unknown>;

/** Queries for the test of the comparison: their row types match the results. */
export const correct: readonly Query[] = [
  (reader) => reader.all<{ id: number; name: string | null }>(sql`select 1 id, null::text "name"`),
  (reader) =>
    reader.one<{ amount: Amount; at: Date; paid: boolean; tags: string[]; document: { a: number } }>(sql`
      select 5::bigint amount, now() at, true paid, array['x'] tags, '{"a": 1}'::jsonb document`),
  (reader) => reader.one<Record<string, string>>(sql`select 'x' anything`),
  (reader) => reader.all(sql`select 1 unread`),
];

/** Each differs from its row type in one way. */
export const wrong: readonly Query[] = [
  (reader) => reader.all<{ id: number; titel: string }>(sql`select 1 id, 'x' title`),
  (reader) => reader.all<{ id: number; name: string }>(sql`select 1 id`),
  (reader) => reader.one<{ total: number }>(sql`select 1.5::numeric total`),
  (reader) => reader.one<{ at: string }>(sql`select now() at`),
  (reader) => reader.one<{ amount: Amount }>(sql`select 1::double precision amount`),
  (reader) => reader.one<Record<string, number>>(sql`select 'x' anything`),
  (reader) => reader.all<{ price: number }>(sql`select 1 price union all select null`),
  async (reader) => {
    const row = await reader.one<{ sum: number }>(sql`select sum(n)::integer sum from unnest(array[]::integer[]) n`);
    return row?.sum;
  },
];

// the statement runs only after another one, when the stack has the position of the `await`
export const afterAnotherStatement: Query = async (reader) => {
  const later: Pick<Reader, "all" | "one"> = {
    all: async <Row>(statement: ReturnType<typeof sql>) => {
      await reader.all(sql`select 1`);
      return reader.all<Row>(statement);
    },
    one: (statement) => reader.one(statement),
  };
  return await later.all<{ late: string }>(sql`select 1 late`);
};
