import { createHash } from "node:crypto";
import { type Db, sql } from "#shop/kernel/db/database.ts";

/** Customers with a session each, whose cookies are known, so that the load generator can use them. */
const customers = 1_000;
const largeStock = 1_000_000;

const tokenOf = (number: number): string => `bench-session-${number}`;

/** The accounts and products that writes are measured with. */
export interface People {
  /** session cookies */
  sessions: string[];
  customerIds: number[];
  /** simple products, each with more stock than a run can sell */
  products: number[];
}

/** Makes sure that a database has logged-in customers, and products that do not sell out. */
export async function openAccounts(db: Db): Promise<People> {
  const numbers = Array.from({ length: customers }, (_, index) => index);
  const hashes = numbers.map((number) => createHash("sha256").update(tokenOf(number)).digest("hex"));
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into customer (username, email, password_hash, first_name, last_name, phone)
      select 'bench' || n, 'bench' || n || '@example.com', '', 'Ngọc', 'Trần Thị', '+849' || lpad(n::text, 8, '0')
      from unnest(${numbers}::integer[]) n on conflict do nothing`);
    await tx.run(sql`
      insert into session (token_hash, customer_id, expires_at, remember)
      select decode(s.hash, 'hex'), c.id, now() + interval '14 days', true
      from unnest(${numbers}::integer[], ${hashes}::text[]) s (n, hash) join customer c on c.username = 'bench' || s.n
      on conflict do nothing`);
    await tx.run(sql`
      update stock set quantity = ${largeStock}
      where id in (select stock_id from product where type = 'simple' and status = 'publish' and price is not null)`);
  });
  const products = await db.all<{ id: number }>(sql`
    select p.id from product p where type = 'simple' and status = 'publish' and price is not null
      and extra ->> 'sold_individually' is null order by md5(p.id::text) limit 500`);
  const ids = await db.all<{ id: number }>(sql`select id from customer where username like 'bench%' order by id`);
  return {
    sessions: numbers.map((number) => `lianne_session=${tokenOf(number)}`),
    customerIds: ids.map(({ id }) => id),
    products: products.map(({ id }) => id),
  };
}
