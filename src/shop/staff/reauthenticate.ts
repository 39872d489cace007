import type { z } from "zod";
import type { Reauthenticate, Reauthenticated } from "#contract/backoffice/staff.ts";
import { verifyPassword } from "#shop/kernel/auth/passwords.ts";
import {
  nonceFor,
  reauthenticationEnd,
  renewStaffSession,
  setStaffCookie,
  type StaffSession,
} from "#shop/kernel/auth/staff-sessions.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { findStaff, hasSecondFactor } from "./accounts.ts";
import { browserChallenge, verifyPasskey } from "./passkeys.ts";
import { assertNotLocked, countFailure, type SignInContext } from "./sign-in.ts";
import { clearFailures } from "./sign-in-failures.ts";
import { emailStaff } from "./staff-emails.ts";
import { invalidCredentials, invalidPasskey, unauthenticated } from "./staff-errors.ts";
import { spendTotpCode, totpSince } from "./totp.ts";

type ReauthenticationInput = z.output<typeof Reauthenticate>;

/** Checks a code where the account has a second factor; one with passkeys alone signs in again. */
async function isCodeCorrect(
  tx: Tx,
  staffId: number,
  { code = "", now, config }: { code: string | undefined; now: Date; config: AppContext["config"] },
): Promise<boolean> {
  if ((await totpSince(tx, staffId)) === null) return !(await hasSecondFactor(tx, staffId));
  return spendTotpCode(tx, staffId, { code, now, config });
}

type ReauthenticationContext = SignInContext & { staff: StaffSession };

/** @returns the session's new token; null if it has ended */
async function renewSession(tx: Tx, { id, staffId }: StaffSession, now: Date): Promise<string | null> {
  const token = await renewStaffSession(tx, id, now);
  if (token) await recordAuditEvent(tx, { operation: "done", object: "staff", id: staffId });
  return token;
}

/** Wrong passwords lock no passkey. @returns the session's new token @throws HttpError 401 */
async function withPasskey(
  shop: AppContext,
  response: NonNullable<ReauthenticationInput["response"]>,
  { request, lang, staff }: ReauthenticationContext,
): Promise<string | null> {
  const result = await shop.db.transaction(async (tx) => {
    const used = await verifyPasskey(tx, response, browserChallenge(shop, request));
    const isOwn = used?.staffId === staff.staffId;
    if (used?.revoked) {
      const holder = isOwn ? staff : await findStaff(tx, used.staffId);
      if (holder) await emailStaff(tx, holder, { template: "staff_passkey_revoked" });
    }
    if (!isOwn || used.revoked) return null;
    return { token: await renewSession(tx, staff, shop.clock.now()) };
  });
  if (!result) throw invalidPasskey(lang);
  return result.token;
}

/** @returns the session's new token @throws HttpError 401, 429 */
async function withPassword(
  { db, config, clock }: AppContext,
  { password = "", code }: ReauthenticationInput,
  { lang, staff }: ReauthenticationContext,
): Promise<string | null> {
  const { staffId, email } = staff;
  const now = clock.now();
  await assertNotLocked(db, email, { lang, now });
  const row = await db.one<{ hash: string | null }>(sql`select password_hash "hash" from staff where id = ${staffId}`);
  const isPasswordCorrect = await verifyPassword(row?.hash ?? null, password);
  const result = await db.transaction(async (tx) => {
    if (!isPasswordCorrect || !(await isCodeCorrect(tx, staffId, { code, now, config }))) {
      return { lock: await countFailure(tx, email, now) };
    }
    await clearFailures(tx, email);
    return { token: await renewSession(tx, staff, now) };
  });
  if ("lock" in result) throw invalidCredentials(lang, result.lock);
  return result.token;
}

/**
 * Authenticates the person of a session again, with a passkey of the account, or with password and code. The session gets a new token.
 * @throws HttpError 401, 429
 */
export async function reauthenticate(
  shop: AppContext,
  typed: ReauthenticationInput,
  context: ReauthenticationContext,
): Promise<z.output<typeof Reauthenticated>> {
  const { request, reply, lang, staff } = context;
  const { config, clock, limits } = shop;
  limits.consume(request, "staffReauthenticationByAccount", String(staff.staffId));
  const token = await (typed.response
    ? withPasskey(shop, typed.response, context)
    : withPassword(shop, typed, context));
  // ended by another request in the meantime
  if (!token) throw unauthenticated(lang);
  setStaffCookie(reply, config, token, staff.remember);
  const until = reauthenticationEnd(clock.now());
  return { reauthenticated_until: until.toISOString(), nonce: nonceFor(token, config) };
}
