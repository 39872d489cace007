import { type Reader, sql } from "#shop/kernel/db/database.ts";

/** A username derived from the email, with a number appended if it is taken. */
export async function freeUsername(reader: Reader, email: string): Promise<string> {
  const base = (email.split("@")[0] ?? "").replace(/[^A-Za-z0-9_.-]/g, "").slice(0, 50) || "customer";
  const like = `${base.replace(/[\\%_]/g, "\\$&").toLowerCase()}%`;
  const rows = await reader.all<{ name: string }>(
    sql`select lower(username) "name" from customer where lower(username) like ${like}`,
  );
  const taken = new Set(rows.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
