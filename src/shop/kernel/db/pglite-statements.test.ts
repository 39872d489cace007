import { afterAll, beforeAll, expect, test } from "vitest";
import { type Db, isDuplicate, json, sql } from "./database.ts";
import { openPglite } from "./pglite.ts";

let db: Db;
beforeAll(async () => {
  db = await openPglite();
  await db.script("create table item (id integer primary key, name text, price bigint)");
});
afterAll(() => db.close());

/** enough repetitions to be prepared */
const times = [1, 2, 3, 4, 5];

test("a prepared statement returns the same result as the first time, for all types", async () => {
  const at = new Date("2026-02-03T04:05:06.789Z");
  const rows = [];
  for (const nth of times) {
    const row = await db.one(sql`
      select ${nth}::integer number, ${9_007_199_254_740_000}::bigint large, ${at}::timestamptz at, ${null}::text nothing,
        ${Buffer.from("é\0")}::bytea bytes, ${["a,b", '"c"', null]}::text[] texts, ${[1, 2]}::integer[] numbers,
        ${json({ ten: [10] })}::jsonb document, ${true}::boolean yes`);
    rows.push({ ...(row as object), number: 0 });
  }
  expect(rows[0]).toMatchObject({ at, large: 9_007_199_254_740_000, texts: ["a,b", '"c"', null], yes: true });
  for (const each of rows) expect(each).toEqual(rows[0]);
});

test("a failed statement does not affect the next one, and rolls back its transaction", async () => {
  const put = (id: number) => sql`insert into item (id, name, price) values (${id}, ${`n${id}`}, ${id})`;
  for (const id of times) await db.transaction((tx) => tx.run(put(id)));
  await expect(db.write(put(1))).rejects.toSatisfy((error) => isDuplicate(error, "item_pkey"));
  const both = db.transaction((tx) => Promise.all([tx.run(put(10)), tx.run(put(1)), tx.run(put(11))]));
  await expect(both).rejects.toSatisfy((error) => isDuplicate(error, "item_pkey"));
  expect(await db.transaction((tx) => tx.run(put(12)))).toBe(1);
  expect(await db.all(sql`select id from item order by id`)).toEqual([...times, 12].map((id) => ({ id })));
});

test("after a change of the table, a prepared statement works again from the second try", async () => {
  const read = () => db.all(sql`select * from item where id = ${2}`);
  for (const _ of times) expect(await read()).toEqual([{ id: 2, name: "n2", price: 2 }]);
  await db.script("alter table item add column colour text default 'red'");
  await read().catch(() => {});
  expect(await read()).toEqual([{ id: 2, name: "n2", price: 2, colour: "red" }]);
});

test("queued statements yield to the event loop", async () => {
  const query = () => db.one(sql`select 1 one`);
  for (const _ of times) await query();
  let turns = 0;
  let isRunning = true;
  const count = (): void => {
    turns++;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  const queries = Promise.all([
    ...times.map(query),
    ...times.map(() => db.transaction((tx) => tx.one(sql`select 1 one`))),
  ]);
  await queries;
  isRunning = false;
  expect(turns).toBeGreaterThanOrEqual(2 * times.length);
});
