import { z } from "zod";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { defineTaskKind } from "#shop/tasks/index.ts";

/** The merchant's prices of a row, as the lines store them. */
const isPriced = (row: Sql, prices: Sql): Sql => sql`
  (${row}.regular_price, ${row}.scheduled_sale_price, ${row}.sale_from, ${row}.sale_to) is not distinct from
  ((${prices} ->> 'regular')::bigint, (${prices} ->> 'sale')::bigint, (${prices} ->> 'from')::timestamptz, (${prices} ->> 'to')::timestamptz)`;
const setTo = (prices: Sql): Sql => sql`
  regular_price = (${prices} ->> 'regular')::bigint, scheduled_sale_price = (${prices} ->> 'sale')::bigint,
  sale_from = (${prices} ->> 'from')::timestamptz, sale_to = (${prices} ->> 'to')::timestamptz`;

interface PriceStep {
  /** the lines that are written */
  from: "planned" | "applied";
  /** the prices that an item must have, and those that it gets */
  expected: Sql;
  next: Sql;
  done: "applied" | "restored";
  /** of a line whose item has other prices */
  otherwise: "skipped" | "not_restored";
}

const apply: PriceStep = {
  ...{ from: "planned", expected: sql`l.before`, next: sql`l.after`, done: "applied", otherwise: "skipped" },
};
const undo: PriceStep = {
  ...{ from: "applied", expected: sql`l.after`, next: sql`l.before`, done: "restored", otherwise: "not_restored" },
};

/**
 * Writes the lines of one chunk whose items have the expected prices. The products are locked first, in the order of their ids, as by every
 * writer of products; orders read their prices and never lock them. The triggers of sql/catalog refresh lists and caches.
 */
async function writeChunk(
  tx: Tx,
  { change, chunk, now }: { change: number; chunk: number; now: Date },
  { from, expected, next, done, otherwise }: PriceStep,
): Promise<void> {
  const lines = sql`price_change_line l where l.price_change_id = ${change} and l.chunk = ${chunk} and l.state = ${from}`;
  await tx.run(sql`select lock_products(array(select distinct l.product_id from ${lines}))`);
  const write = (table: Sql, condition: Sql) =>
    tx.all<{ id: number }>(sql`
      update ${table} i set ${setTo(next)}, modified_at = ${now}
      from price_change_line l
      where l.price_change_id = ${change} and l.chunk = ${chunk} and l.state = ${from} and i.id = l.item_id and ${condition}
        and ${isPriced(sql`i`, expected)}
      returning i.id`);
  const written = [
    ...(await write(sql`product`, sql`i.type = 'simple'`)),
    ...(await write(sql`variation`, sql`i.product_id = l.product_id`)),
  ].map(({ id }) => id);
  await tx.run(sql`
    update price_change_line l set state = case when l.item_id = any(${written}::integer[]) then ${done} else ${otherwise} end
    where l.price_change_id = ${change} and l.chunk = ${chunk} and l.state = ${from}`);
}

/** Sets the state of a change whose last line was written. */
const endSql = (change: number, from: PriceStep["from"], now: Date): Sql =>
  from === "planned"
    ? sql`update price_change set state = 'done' where id = ${change} and state = 'running'
        and not exists (select from price_change_line where price_change_id = ${change} and state = 'planned')`
    : sql`update price_change set state = 'undone', undone_at = ${now} where id = ${change} and state = 'undoing'
        and not exists (select from price_change_line where price_change_id = ${change} and state = 'applied')`;

const ChangeInput = z.object({ change: z.int() });

const taskOf = (step: PriceStep) =>
  defineTaskKind(ChangeInput, async (tx, chunk, { input: { change }, now }) => {
    await writeChunk(tx, { change, chunk, now }, step);
    await tx.run(endSql(change, step.from, now));
  });

/** Background tasks: write the prices of a change, restore them. A record is a chunk of its lines. */
export const priceChangeTask = taskOf(apply);
export const priceChangeUndoTask = taskOf(undo);
