import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Db, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { isDatabaseUnavailable } from "#shop/kernel/db/database-unavailable.ts";
import { notLoggedIn } from "#shop/kernel/http/errors.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";

const sessionCookie = "lianne_session";
const cartCookie = "lianne_cart";

/** "Remember me": 14 days from login, whatever the use. */
export const rememberMs = 14 * dayMs;
/** Otherwise until the browser closes, and at most 24 h idle. */
export const idleMs = 24 * hourMs;
/** A visitor's cart lives 30 days after its last change. */
export const visitorCartMs = 30 * dayMs;
/** How stale last_seen_at may grow before a request moves it: spares a write on every call. */
const touchEveryMs = 5 * 60_000;

const cookieOptions = (config: Config): CookieSerializeOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: config.publicUrl.startsWith("https:"),
});

const tokenOf = (request: FastifyRequest, cookie: string): string | null => {
  const token = request.cookies[cookie];
  return token && token.length <= 100 ? token : null;
};

/** Hash of the session cookie's token, or null; for statements that join the session themselves. */
export const sessionHash = (request: FastifyRequest): Buffer | null => {
  const token = tokenOf(request, sessionCookie);
  return token ? hashToken(token) : null;
};

/** Hash of the visitor's cart token, or null. */
export const cartHash = (request: FastifyRequest): Buffer | null => {
  const token = tokenOf(request, cartCookie);
  return token ? hashToken(token) : null;
};

/** Whether a row of `session` has gone unmoved for so long that its use should be noted, see {@link touchSessions}. */
export const needsTouch = (now: Date): Sql =>
  sql`(not session.remember and session.last_seen_at < ${new Date(now.getTime() - touchEveryMs)})`;

/**
 * Notes the use of sessions that last while they are used; a statement, so that a larger one can contain it. One that somebody else
 * has a hand on is passed over: the next call notes it. @param hashes a subquery
 */
export const touchSessions = (hashes: Sql, now: Date): Sql => sql`
  update session set last_seen_at = ${now}, expires_at = ${new Date(now.getTime() + idleMs)}
  where token_hash = any(array(
    select token_hash from session where token_hash = any(array(${hashes})) and expires_at > ${now} and ${needsTouch(now)}
    order by token_hash for no key update skip locked))`;

/** Notes the use of a session for whoever only reads: a database that takes no writes just now may be read all the same. */
export async function touchSession(db: Db, hash: Buffer | null, now: Date): Promise<void> {
  try {
    await db.write(touchSessions(sql`select ${hash}::bytea`, now));
  } catch (error) {
    // the next call notes it
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

const found = new WeakMap<FastifyRequest, Promise<number | null>>();

async function lookUp(db: Db, request: FastifyRequest, now: Date): Promise<number | null> {
  const hash = sessionHash(request);
  if (!hash) return null;
  const row = await db.one<{ customerId: number; untouched: boolean }>(sql`
    select customer_id "customerId", ${needsTouch(now)} untouched from session
    where token_hash = ${hash} and expires_at > ${now}`);
  if (!row) return null;
  if (row.untouched) await touchSession(db, hash, now);
  return row.customerId;
}

/** Id of the customer whose session the request carries, or null; asked of the database once a request, and only when called. */
export function sessionCustomer(db: Db, request: FastifyRequest, now: Date): Promise<number | null> {
  const known = found.get(request);
  if (known) return known;
  const asked = lookUp(db, request, now);
  found.set(request, asked);
  return asked;
}

/** The same, where nobody else may pass. @throws Refusal 401 */
export async function requireCustomer(db: Db, request: FastifyRequest, now: Date): Promise<number> {
  const customerId = await sessionCustomer(db, request, now);
  if (customerId === null) throw notLoggedIn(request);
  return customerId;
}

/** Opens a session and ends the one the request came with. @returns the token for {@link sendSession} */
export async function openSession(
  tx: Tx,
  customerId: number,
  { remember, now, replaces }: { remember: boolean; now: Date; replaces: Buffer | null },
): Promise<string> {
  const token = newToken();
  const expires = new Date(now.getTime() + (remember ? rememberMs : idleMs));
  if (replaces) await tx.run(sql`delete from session where token_hash = ${replaces}`);
  await tx.run(sql`
    insert into session (token_hash, customer_id, created_at, last_seen_at, expires_at, remember)
    values (${hashToken(token)}, ${customerId}, ${now}, ${now}, ${expires}, ${remember})`);
  return token;
}

export const endSession = (tx: Tx, hash: Buffer): Promise<number> =>
  tx.run(sql`delete from session where token_hash = ${hash}`);

/** Ends a customer's sessions on all devices, as a changed password does. */
export const endAllSessions = (tx: Tx, customerId: number): Promise<number> =>
  tx.run(sql`delete from session where customer_id = ${customerId}`);

export const sendSession = (reply: FastifyReply, config: Config, token: string, remember: boolean): FastifyReply =>
  reply.setCookie(sessionCookie, token, {
    ...cookieOptions(config),
    ...(remember ? { maxAge: rememberMs / 1000 } : {}),
  });

export const dropSession = (reply: FastifyReply, config: Config): FastifyReply =>
  reply.clearCookie(sessionCookie, cookieOptions(config));

/** A visitor's cart lives on after a change, and so does the cookie that it came with. */
export const renewCartToken = (request: FastifyRequest, reply: FastifyReply, config: Config): void => {
  const token = tokenOf(request, cartCookie);
  if (token) sendCartToken(reply, config, token);
};

export const sendCartToken = (reply: FastifyReply, config: Config, token: string): FastifyReply =>
  reply.setCookie(cartCookie, token, { ...cookieOptions(config), maxAge: visitorCartMs / 1000 });

export const dropCartToken = (reply: FastifyReply, config: Config): FastifyReply =>
  reply.clearCookie(cartCookie, cookieOptions(config));

/** Removes sessions that are over. */
export const sweepSessions = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from session where expires_at <= ${now}`);
