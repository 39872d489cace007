import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Permission, permissionsOf, type Role, withImplied } from "#contract/permissions.ts";
import type { SignInStep } from "#contract/backoffice/staff.ts";
import type { Language } from "#contract/language.ts";
import { toInet } from "#shop/kernel/base/client-address.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { hashToken, hmacHex, newToken, secretsEqual } from "#shop/kernel/base/secrets.ts";
import { type Db, sql, type Tx } from "#shop/kernel/db/database.ts";
import { isDatabaseUnavailable } from "#shop/kernel/db/database-unavailable.ts";
import { cookieToken } from "./cookie-token.ts";

/** A session ends after this time without use. */
const idleMs = 12 * hourMs;
/** Every session ends after this time, used or not. */
const lifetimeMs = 30 * dayMs;
/** How long a sign-in may wait for its second factor. */
const secondFactorMs = 10 * minuteMs;
/** How stale last_used_at may get before a request updates it: saves a write on every request. */
const touchEveryMs = minuteMs;
/** How long an authentication counts for actions that require a recent one. */
const reauthenticatedMs = 10 * minuteMs;

/** A staff member's session, with the account as it is now. */
export interface StaffSession {
  id: number;
  staffId: number;
  email: string;
  name: string;
  role: Role;
  /** of the role, as it is now */
  permissions: readonly Permission[];
  language: Language;
  scannerTones: boolean;
  scannerVibration: boolean;
  step: SignInStep;
  remember: boolean;
  lastUsedAt: Date;
  reauthenticatedAt: Date | null;
}

interface StaffSessionRow extends Omit<StaffSession, "permissions"> {
  /** of the shop's own role; null for the others */
  ownPermissions: Permission[] | null;
}

const isHttps = ({ backOfficeUrl }: Config): boolean => backOfficeUrl.startsWith("https:");

/** `__Host-` binds the cookie to this host and to https. */
const cookieName = (config: Config): string => (isHttps(config) ? "__Host-lianne_staff" : "lianne_staff");

/** A second cookie, by which the account recognizes a browser after the session has ended. */
const deviceCookieName = (config: Config): string => `${cookieName(config)}_device`;
const challengeCookieName = (config: Config): string => `${cookieName(config)}_challenge`;
/** browsers store a cookie for at most 400 days */
const deviceLifetimeMs = 400 * dayMs;

const cookieOptions = (config: Config): CookieSerializeOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "strict",
  secure: isHttps(config),
});

/** The token of the request's session, or null. */
const sessionToken = (request: FastifyRequest, config: Config): string | null =>
  cookieToken(request, cookieName(config));

/** The value that every request of the session must send in `X-WP-Nonce`; null without a cookie. */
export function nonceOf(request: FastifyRequest, config: Config): string | null {
  const token = sessionToken(request, config);
  return token === null ? null : nonceFor(token, config);
}

/** Whether the request carries the nonce of its cookie, which the shop has signed. The session may have ended. */
export function hasSessionNonce(request: FastifyRequest, config: Config): boolean {
  const nonce = request.headers["x-wp-nonce"];
  return typeof nonce === "string" && secretsEqual(nonce, nonceOf(request, config) ?? "");
}

/** The nonce of a session, by its token. */
export const nonceFor = (token: string, { appSecret }: Pick<Config, "appSecret">): string =>
  hmacHex(appSecret, `staff nonce ${token}`).slice(0, 32);

/** Hash of the request's session token, or null. */
export const staffSessionHash = (request: FastifyRequest, config: Config): Buffer | null => {
  const token = sessionToken(request, config);
  return token === null ? null : hashToken(token);
};

/**
 * The session of the request's cookie with its account and role, in one statement: an ended session, a closed account
 * and another role take effect with the next request, in every process. Null if there is none.
 */
export async function findStaffSession(
  db: Db,
  request: FastifyRequest,
  { config, now }: { config: Config; now: Date },
): Promise<StaffSession | null> {
  const hash = staffSessionHash(request, config);
  if (!hash) return null;
  const row = await db.one<StaffSessionRow>(sql`
    select s.id, s.staff_id "staffId", m.email, m.name, m.role, m.language,
      m.scanner_tones "scannerTones", m.scanner_vibration "scannerVibration", s.step, s.remember,
      s.last_used_at "lastUsedAt", s.reauthenticated_at "reauthenticatedAt",
      case when m.role = 'own' then (select permissions from staff_role) end "ownPermissions"
    from staff_session s join staff m on m.id = s.staff_id
    where s.token_hash = ${hash} and s.expires_at > ${now} and s.last_used_at > ${new Date(now.getTime() - idleMs)}
      and m.closed_at is null`);
  if (!row) return null;
  const { ownPermissions, ...rest } = row;
  const session = {
    ...rest,
    permissions: rest.role === "own" ? withImplied(ownPermissions ?? []) : permissionsOf(rest.role),
  };
  if (session.lastUsedAt.getTime() < now.getTime() - touchEveryMs) await touch(db, session.id, now);
  return session;
}

/**
 * The closed accounts that used this browser: it then removes what it has stored for them. Only a browser that signed in with such an account
 * has its token.
 */
export async function closedAccountsOf(db: Db, request: FastifyRequest, config: Config): Promise<number[]> {
  const token = staffDeviceToken(request, config);
  if (token === null) return [];
  const rows = await db.all<{ id: number }>(sql`
    select m.id from staff_device d join staff m on m.id = d.staff_id
    where d.token_hash = ${hashToken(token)} and m.closed_at is not null`);
  return rows.map(({ id }) => id);
}

/** If the database does not accept writes at present, a request that only reads still succeeds. */
async function touch(db: Db, id: number, now: Date): Promise<void> {
  try {
    await db.write(sql`update staff_session set last_used_at = ${now} where id = ${id}`);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

/** The end of the time for which an authentication counts as recent. */
export const reauthenticationEnd = (at: Date): Date => new Date(at.getTime() + reauthenticatedMs);

/** Until when the session's last authentication counts as recent; null if it does not. */
export function reauthenticatedUntil({ reauthenticatedAt }: StaffSession, now: Date): Date | null {
  if (!reauthenticatedAt) return null;
  const until = reauthenticationEnd(reauthenticatedAt);
  return until > now ? until : null;
}

const expiryOf = (step: SignInStep, now: Date): Date =>
  new Date(now.getTime() + (step === "second_factor" ? secondFactorMs : lifetimeMs));

export interface OpenStaffSession {
  staffId: number;
  step: SignInStep;
  remember: boolean;
  now: Date;
  config: Config;
}

/** Opens a session, and ends the one that the request carried. @returns its token */
export async function openStaffSession(
  tx: Tx,
  request: FastifyRequest,
  { staffId, step, remember, now, config }: OpenStaffSession,
): Promise<string> {
  const token = newToken();
  const previous = staffSessionHash(request, config);
  if (previous) await tx.run(sql`delete from staff_session where token_hash = ${previous}`);
  await tx.run(sql`
    insert into staff_session (token_hash, staff_id, step, remember, user_agent, address, created_at, last_used_at,
      expires_at, reauthenticated_at)
    values (${hashToken(token)}, ${staffId}, ${step}, ${remember}, ${(request.headers["user-agent"] ?? "").slice(0, 300)},
      ${toInet(request.ip)}::inet, ${now}, ${now}, ${expiryOf(step, now)}, ${step === "second_factor" ? null : now})`);
  return token;
}

/** Gives a session a new token after an authentication, which completes it. @returns the token; null if it has ended */
export async function renewStaffSession(tx: Tx, id: number, now: Date): Promise<string | null> {
  const token = newToken();
  const renewed = await tx.run(sql`
    update staff_session set token_hash = ${hashToken(token)}, step = 'done', last_used_at = ${now}, wrong_codes = 0,
      expires_at = case step when 'done' then expires_at else ${expiryOf("done", now)} end, reauthenticated_at = ${now}
    where id = ${id}`);
  return renewed === 1 ? token : null;
}

/** Ends an account's sessions. @param except the id of one that continues */
export const endStaffSessions = (tx: Tx, staffId: number, except: number | null = null): Promise<number> =>
  tx.run(sql`delete from staff_session where staff_id = ${staffId} and id is distinct from ${except}::integer`);

export function setStaffCookie(reply: FastifyReply, config: Config, token: string, remember: boolean): void {
  const maxAge = remember ? { maxAge: lifetimeMs / 1000 } : {};
  void reply.setCookie(cookieName(config), token, { ...cookieOptions(config), ...maxAge });
}

/** The token that identifies the browser, or null. */
export const staffDeviceToken = (request: FastifyRequest, config: Config): string | null =>
  cookieToken(request, deviceCookieName(config));

export const setStaffDeviceCookie = (reply: FastifyReply, config: Config, token: string): FastifyReply =>
  reply.setCookie(deviceCookieName(config), token, { ...cookieOptions(config), maxAge: deviceLifetimeMs / 1000 });

/** The token of the browser that requested a passkey's challenge, or null. */
export const staffChallengeToken = (request: FastifyRequest, config: Config): string | null =>
  cookieToken(request, challengeCookieName(config));

/** A cookie to which a passkey's challenge is bound before there is a session. */
export const setChallengeCookie = (reply: FastifyReply, config: Config, token: string): FastifyReply =>
  reply.setCookie(challengeCookieName(config), token, cookieOptions(config));

export const clearStaffCookie = (reply: FastifyReply, config: Config): FastifyReply =>
  reply.clearCookie(cookieName(config), cookieOptions(config));

/** Deletes sessions that have ended. */
export const sweepStaffSessions = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    delete from staff_session where expires_at <= ${now} or last_used_at <= ${new Date(now.getTime() - idleMs)}`);
