import { createHash } from "node:crypto";
import { nonceFor } from "#shop/kernel/auth/staff-sessions.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { appSecret } from "./servers.ts";

/** Customers with a session each, whose cookies are known, so that the load generator can use them. */
const customers = 1_000;
const largeStock = 1_000_000;

const staffToken = "bench-staff-session";

/** Makes sure that there is an owner with a session. */
async function openStaff(db: Db): Promise<Record<string, string>> {
  const hash = createHash("sha256").update(staffToken).digest("hex");
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into staff (email, name, role, created_at, activated_at)
      values ('bench@example.com', 'Bench', 'owner', now(), now()) on conflict do nothing`);
    await tx.run(sql`
      insert into staff_session (token_hash, staff_id, step, remember, user_agent, created_at, last_used_at, expires_at)
      select decode(${hash}, 'hex'), id, 'done', true, '', now(), now(), now() + interval '1 day'
      from staff where email = 'bench@example.com'
      on conflict (token_hash) do update set last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`);
  });
  return { cookie: `lianne_staff=${staffToken}`, "x-wp-nonce": nonceFor(staffToken, { appSecret }) };
}

const tokenOf = (number: number): string => `bench-session-${number}`;

/** The accounts and products that writes are measured with. */
export interface People {
  /** session cookies */
  sessions: string[];
  customerIds: number[];
  /** headers of an owner's session in the back office */
  staffHeaders: Record<string, string>;
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
    staffHeaders: await openStaff(db),
    sessions: numbers.map((number) => `lianne_session=${tokenOf(number)}`),
    customerIds: ids.map(({ id }) => id),
    products: products.map(({ id }) => id),
  };
}
