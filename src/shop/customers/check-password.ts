import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { verifyPassword } from "#shop/kernel/auth/passwords.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

/** @returns the stored hash if the password is correct, else null */
async function checkPassword(db: Db, customerId: number, password: string): Promise<string | null> {
  const row = await db.one<{ hash: string }>(sql`select password_hash "hash" from customer where id = ${customerId}`);
  const fits = await verifyPassword(row?.hash ?? null, password);
  return row && fits ? row.hash : null;
}

/**
 * Requires the password of a logged-in customer. Attempts count towards the login's limit.
 * @returns the stored hash, by which a later step can check that the password is unchanged
 * @throws HttpError 400 for a wrong password, 429
 */
export async function requirePassword(
  { db, limits }: AppContext,
  { request, customerId, lang }: { request: FastifyRequest; customerId: number; lang: Language },
  password: string,
): Promise<string> {
  limits.consume(request, "loginByAccount", `customer:${customerId}`);
  const passwordHash = await checkPassword(db, customerId, password);
  if (passwordHash === null) throw invalidParam("password", t(lang, "validation.password_wrong"));
  return passwordHash;
}
