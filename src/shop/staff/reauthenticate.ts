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
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { hasSecondFactor } from "./accounts.ts";
import { assertNotLocked, countFailure, type SignInContext } from "./sign-in.ts";
import { clearFailures } from "./sign-in-failures.ts";
import { invalidCredentials, unauthenticated } from "./staff-errors.ts";
import { spendTotpCode, totpSince } from "./totp.ts";

type TypedAgain = z.output<typeof Reauthenticate>;

/** Checks a code where the account has a second factor; one with passkeys alone signs in again. */
async function isCodeCorrect(
  tx: Tx,
  staffId: number,
  { code = "", now, config }: { code: string | undefined; now: Date; config: AppContext["config"] },
): Promise<boolean> {
  if ((await totpSince(tx, staffId)) === null) return !(await hasSecondFactor(tx, staffId));
  return spendTotpCode(tx, staffId, { code, now, config });
}

/**
 * Authenticates the person of a session again, with password and code. The session gets a new token.
 * @throws HttpError 401, 429
 */
export async function reauthenticate(
  { db, config, clock, limits }: AppContext,
  { password, code }: TypedAgain,
  { request, reply, lang, staff }: SignInContext & { staff: StaffSession },
): Promise<z.output<typeof Reauthenticated>> {
  const { id, staffId, email, remember } = staff;
  const now = clock.now();
  limits.consume(request, "staffReauthenticationByAccount", String(staffId));
  await assertNotLocked(db, email, { lang, now });
  const row = await db.one<{ hash: string | null }>(sql`select password_hash "hash" from staff where id = ${staffId}`);
  const isPasswordCorrect = await verifyPassword(row?.hash ?? null, password);
  const result = await db.transaction(async (tx) => {
    if (!isPasswordCorrect || !(await isCodeCorrect(tx, staffId, { code, now, config }))) {
      await countFailure(tx, email, now);
      return null;
    }
    await clearFailures(tx, email);
    return { token: await renewStaffSession(tx, id, now) };
  });
  if (!result) throw invalidCredentials(lang);
  if (!result.token) throw unauthenticated(lang);
  setStaffCookie(reply, config, result.token, remember);
  return { reauthenticated_until: reauthenticationEnd(now).toISOString(), nonce: nonceFor(result.token, config) };
}
