import { type Db, sql } from "#shop/kernel/db/database.ts";

const batch = 50_000;

const tables = ["orders", "order_line", "order_charge", "order_event", "payment"];

/**
 * The merchant's search text of an order is folded and indexed for each row, which is most of the time of an insert.
 * For a bulk insert the text is only lower-cased, and indexed once at the end.
 */
async function withoutWords(db: Db, work: () => Promise<void>): Promise<void> {
  const row = await db.one<{ text: string }>(
    sql`select pg_get_functiondef('order_search_text(jsonb, jsonb)'::regprocedure) text`,
  );
  if (!row) throw new Error("orders have no search text");
  await db.script(`
    drop index if exists orders_search_text_idx, order_line_search_text_idx;
    create or replace function order_search_text(billing jsonb, shipping jsonb) returns text language sql immutable parallel safe as $$
      select lower(concat_ws(' ', billing ->> 'first_name', billing ->> 'last_name', billing ->> 'address_1',
        billing ->> 'address_2', billing ->> 'city', billing ->> 'state', billing ->> 'email', billing ->> 'phone')) $$`);
  try {
    await work();
  } finally {
    await db.script(row.text);
    await db.script(`
      set maintenance_work_mem = '512MB';
      create index orders_search_text_idx on orders using gin (search_text gin_trgm_ops);
      create index order_line_search_text_idx on order_line using gin (search_text gin_trgm_ops);
      reset maintenance_work_mem`);
  }
}

/**
 * Fills a shop with past orders of its customers, each with its lines, shipping, history and payment; most are
 * completed, a few in progress.
 * @param log called with the progress
 */
export async function growOrders(db: Db, orders: number, log: (line: string) => void): Promise<void> {
  const start = performance.now();
  const there = Number((await db.one<{ count: number }>(sql`select count(*) count from orders`))?.count);
  if (there >= orders) return;
  await withoutWords(db, async () => {
    for (let done = there; done < orders; done += batch) {
      await db.transaction(async (tx) => {
        await tx.run(sql`set local statement_timeout = 0`);
        await tx.run(sql`set local synchronous_commit = off`);
        await tx.run(insertOrders(done, Math.min(batch, orders - done)));
      });
      if ((done / batch) % 4 === 3) log(`${done + batch} of ${orders} orders …`);
    }
  });
  for (const table of tables) await db.script(`vacuum (analyze) ${table}`);
  // writes the orders to disk, so that this does not happen while other cases are measured
  await db.script("checkpoint");
  log(`${orders} orders in ${Math.round((performance.now() - start) / 1000)} s.`);
}

/** One statement: a batch of orders with all dependent rows. */
const insertOrders = (from: number, count: number) => sql`
  with items as materialized (
    select row_number() over (order by id) - 1 nth, id, stock_id, name, sku, slug, price
    from product where type = 'simple' and status = 'publish' and price is not null
  ), buyers as materialized (
    select row_number() over (order by id) - 1 nth, id, email, phone, first_name, last_name from customer
  ), wanted as materialized (
    select n, now() - (${from + count + 1_000_000}::integer - n) * interval '40 seconds' placed_at, b.*, p.id product_id, p.stock_id, p.name,
      p.sku, p.slug, p.price, 1 + n % 2 quantity,
      case when n % 50 = 0 then 'processing' when n % 17 = 0 then 'cancelled' else 'completed' end status
    from generate_series(${from}::integer, ${from + count - 1}::integer) n
      join items p on p.nth = (n::bigint * 7919) % (select count(*) from items)
      join buyers b on b.nth = (n::bigint * 104729) % (select count(*) from buyers)
  ), placed as (
    insert into orders (order_key, customer_id, status, subtotal, shipping_total, total, payment_method,
      payment_method_title, billing, shipping, shipping_method, shipping_method_title, shipping_free_by_rule, user_agent,
      stock_reserved, created_at, modified_at, completed_at)
    select 'wc_order_bench' || n, id, status, price * quantity, 0, price * quantity, 'cod', 'Thanh toán khi nhận hàng',
      address || jsonb_build_object('email', email), address, 'flat_rate', 'Giao hàng tận nơi', true, 'bench',
      status <> 'cancelled', placed_at, placed_at, case when status = 'completed' then placed_at end
    from wanted, lateral (select jsonb_build_object('first_name', first_name, 'last_name', last_name, 'company', '',
      'address_1', n || ' Nguyễn Huệ', 'address_2', 'Phường Bến Nghé', 'city', 'Thành phố Hồ Chí Minh',
      'state', 'Quận 1', 'postcode', '70000', 'country', 'VN', 'phone', phone) address) its
    order by n
    returning id, order_key, status, total, created_at
  ), made as (
    select p.id, p.status, p.total, p.created_at, w.* from placed p join (
      select 'wc_order_bench' || n order_key, product_id, stock_id, name, sku, slug, price, quantity from wanted) w using (order_key)
  ), lines as (
    insert into order_line (order_id, product_id, stock_id, name, sku, slug, quantity, unit_price, subtotal, total)
    select id, product_id, stock_id, name, sku, slug, quantity, price, total, total from made
  ), charges as (
    insert into order_charge (order_id, kind, method_id, title, total)
    select id, 'shipping', 'flat_rate', 'Giao hàng tận nơi', 0 from made
  ), events as (
    insert into order_event (order_id, from_status, to_status, actor, at)
    select id, null, 'pending', 'job', created_at from made
    union all select id, 'pending', status, 'job', created_at from made
  )
  insert into payment (order_id, attempt, method, reference, status, amount, created_at)
  select id, 1, 'cod', id || '-1', case status when 'completed' then 'succeeded' when 'cancelled' then 'cancelled' else 'pending' end,
    total, created_at from made`;
