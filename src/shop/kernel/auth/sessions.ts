import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { loggedOutCookie } from "#contract/logged-out-cookie.ts";
import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Db, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { isDatabaseUnavailable } from "#shop/kernel/db/database-unavailable.ts";
import { notLoggedIn, sessionCookie } from "#shop/kernel/request/not-logged-in.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import { cookieToken } from "./cookie-token.ts";

const cartCookie = "lianne_cart";
/** set with an order of a guest, so that the browser reads it also after its cart has another token */
const guestCookie = "lianne_guest";

/** set after an email was confirmed in this browser, until its owner has logged in */
const mailboxCookie = "lianne_mailbox";

/** "Remember me": 14 days from login, used or not. */
export const rememberMs = 14 * dayMs;
/** Without "remember me": until the browser closes, and at most 24 hours without a request. */
export const idleMs = 24 * hourMs;
/** A guest cart expires 30 days after its last change. */
export const guestCartMs = 30 * dayMs;
/** How stale last_seen_at may get before a request updates it: saves a write on every request. */
const touchEveryMs = 5 * 60_000;

const cookieOptions = (config: Config): CookieSerializeOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: config.publicUrl.startsWith("https:"),
});

const hasLoggedOut = (request: FastifyRequest): boolean => request.cookies[loggedOutCookie] !== undefined;

/** Hash of the session cookie's token, or null; also after a logout without a connection. */
export const carriedSessionHash = (request: FastifyRequest): Buffer | null => {
  const token = cookieToken(request, sessionCookie);
  return token ? hashToken(token) : null;
};

/** Hash of the token of the request's session, or null; for statements that join the session themselves. */
export const sessionHash = (request: FastifyRequest): Buffer | null =>
  hasLoggedOut(request) ? null : carriedSessionHash(request);

/** Hash of the guest cart's token, or null. */
export const cartHash = (request: FastifyRequest): Buffer | null => {
  const token = cookieToken(request, cartCookie);
  return token ? hashToken(token) : null;
};

const visitorToken = (request: FastifyRequest): string | null =>
  cookieToken(request, guestCookie) ?? cookieToken(request, cartCookie);

/** Hash of the token by which a browser reads the orders that it placed without a login; null without one. */
export const visitorHash = (request: FastifyRequest): Buffer | null => {
  const token = visitorToken(request);
  return token ? hashToken(token) : null;
};

/** Condition on a `session` row: last_seen_at is so stale that it should be updated, see {@link touchSessions}. */
export const needsTouch = (now: Date): Sql =>
  sql`(not session.remember and session.last_seen_at < ${new Date(now.getTime() - touchEveryMs)})`;

/**
 * Updates last_seen_at and the expiry of sessions that last as long as they are used; a statement, so that a larger one
 * can embed it. Rows locked by another transaction are skipped (SKIP LOCKED): the next request updates them. @param
 * hashes a subquery
 */
export const touchSessions = (hashes: Sql, now: Date): Sql => sql`
  update session set last_seen_at = ${now}, expires_at = ${new Date(now.getTime() + idleMs)}
  where token_hash = any(array(
    select token_hash from session where token_hash = any(array(${hashes})) and expires_at > ${now} and ${needsTouch(now)}
    order by token_hash for no key update skip locked))`;

/**
 * Updates last_seen_at for a request that only reads. If the database does not accept writes at present, the request
 * still succeeds.
 */
export async function touchSession(db: Db, hash: Buffer | null, now: Date): Promise<void> {
  try {
    await db.write(touchSessions(sql`select ${hash}::bytea`, now));
  } catch (error) {
    // the next request updates it
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

const lookups = new WeakMap<FastifyRequest, Promise<number | null>>();

async function findSessionCustomer(db: Db, request: FastifyRequest, now: Date): Promise<number | null> {
  const hash = sessionHash(request);
  if (!hash) return null;
  const row = await db.one<{ customerId: number; untouched: boolean }>(sql`
    select customer_id "customerId", ${needsTouch(now)} untouched from session
    where token_hash = ${hash} and expires_at > ${now}`);
  if (!row) return null;
  if (row.untouched) await touchSession(db, hash, now);
  return row.customerId;
}

/**
 * Id of the customer whose session the request carries, or null. Queried on the first call only, and cached for the
 * request.
 */
export function sessionCustomer(db: Db, request: FastifyRequest, now: Date): Promise<number | null> {
  const cached = lookups.get(request);
  if (cached) return cached;
  const lookup = findSessionCustomer(db, request, now);
  lookups.set(request, lookup);
  return lookup;
}

/** As {@link sessionCustomer}, for endpoints that require a customer. @throws HttpError 401 without a session */
export async function requireCustomer(db: Db, request: FastifyRequest, now: Date): Promise<number> {
  const customerId = await sessionCustomer(db, request, now);
  if (customerId === null) throw notLoggedIn(request);
  return customerId;
}

/** Opens a session, and ends the one that the request carried. @returns the token for {@link setSessionCookie} */
export async function openSession(
  tx: Tx,
  customerId: number,
  { remember, now, previousSessionHash }: { remember: boolean; now: Date; previousSessionHash: Buffer | null },
): Promise<string> {
  const token = newToken();
  const expires = new Date(now.getTime() + (remember ? rememberMs : idleMs));
  if (previousSessionHash) await tx.run(sql`delete from session where token_hash = ${previousSessionHash}`);
  await tx.run(sql`
    insert into session (token_hash, customer_id, created_at, last_seen_at, expires_at, remember)
    values (${hashToken(token)}, ${customerId}, ${now}, ${now}, ${expires}, ${remember})`);
  return token;
}

export const endSession = (tx: Tx, hash: Buffer): Promise<number> =>
  tx.run(sql`delete from session where token_hash = ${hash}`);

/** Completes a logout without a connection: ends the session that the request carries. */
export async function endLoggedOutSession(db: Db, request: FastifyRequest): Promise<void> {
  const hash = hasLoggedOut(request) ? carriedSessionHash(request) : null;
  if (hash) await db.transaction((tx) => endSession(tx, hash));
}

/** Ends a customer's sessions on all devices, after a change of password for instance. */
export const endAllSessions = (tx: Tx, customerId: number): Promise<number> =>
  tx.run(sql`delete from session where customer_id = ${customerId}`);

const clearLoggedOutCookie = (reply: FastifyReply): FastifyReply =>
  hasLoggedOut(reply.request) ? reply.clearCookie(loggedOutCookie, { path: "/" }) : reply;

export const setSessionCookie = (reply: FastifyReply, config: Config, token: string, remember: boolean): FastifyReply =>
  clearLoggedOutCookie(reply).setCookie(sessionCookie, token, {
    ...cookieOptions(config),
    ...(remember ? { maxAge: rememberMs / 1000 } : {}),
  });

export const clearSessionCookie = (reply: FastifyReply, config: Config): FastifyReply =>
  clearLoggedOutCookie(reply).clearCookie(sessionCookie, cookieOptions(config));

/** A change extends the life of a guest cart, and so of its cookie. */
export const renewCartCookie = (request: FastifyRequest, reply: FastifyReply, config: Config): void => {
  const token = cookieToken(request, cartCookie);
  if (token) setCartCookie(reply, config, token);
};

export const setCartCookie = (reply: FastifyReply, config: Config, token: string): FastifyReply =>
  reply.setCookie(cartCookie, token, { ...cookieOptions(config), maxAge: guestCartMs / 1000 });

/** After an order of a guest: the browser reads its orders for as long as its cart is stored, and the cart as well. */
export function storeVisitor(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const token = visitorToken(request);
  if (token) reply.setCookie(guestCookie, token, { ...cookieOptions(config), maxAge: guestCartMs / 1000 });
  renewCartCookie(request, reply, config);
}

export const clearCartCookie = (reply: FastifyReply, config: Config): FastifyReply =>
  reply.clearCookie(cartCookie, cookieOptions(config));

/** The token of the link by which this browser has confirmed an email, or null. */
export const mailboxToken = (request: FastifyRequest): string | null => cookieToken(request, mailboxCookie);

/** For a login afterwards, which proves that the mailbox is that of the account's owner. */
export const setMailboxCookie = (reply: FastifyReply, config: Config, token: string): FastifyReply =>
  reply.setCookie(mailboxCookie, token, { ...cookieOptions(config), maxAge: dayMs / 1000 });

export const clearMailboxCookie = (reply: FastifyReply, config: Config): FastifyReply =>
  reply.clearCookie(mailboxCookie, cookieOptions(config));

/** Deletes expired sessions. */
export const sweepSessions = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from session where expires_at <= ${now}`);
