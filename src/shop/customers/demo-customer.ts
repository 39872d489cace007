import { type Reader, sql } from "#shop/kernel/db/database.ts";

/** How to log in to the demonstration; the README publishes it. */
export const demoAccount = { username: "khachhang", email: "khach@lianne.example", password: "lianne-demo" };

/**
 * Finds the customer that the demonstration's seed created. It registered before the database existed, which a customer with
 * the same name or address in a live shop cannot have done.
 */
export const findDemoCustomer = (reader: Reader): Promise<{ id: number; email: string } | undefined> =>
  reader.one(sql`
    select id, email from customer
    where (lower(username) = ${demoAccount.username} or lower(email) = ${demoAccount.email})
      and created_at < (select min(applied_at) from migration)`);
