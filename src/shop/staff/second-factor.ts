import type { z } from "zod";
import type { CodeResult, SecondFactorCode } from "#contract/backoffice/staff.ts";
import {
  findStaffSession,
  renewStaffSession,
  setStaffCookie,
  type StaffSession,
} from "#shop/kernel/auth/staff-sessions.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { countRecoveryCodes, spendRecoveryCode } from "./recovery-codes.ts";
import { emailStaff } from "./staff-emails.ts";
import { assertNotLocked, completeSignIn, countFailure, type SignInContext } from "./sign-in.ts";
import { invalidCode, type SignInLock, unauthenticated } from "./staff-errors.ts";
import { spendTotpCode } from "./totp.ts";

/** A sign-in ends after this many wrong codes. */
const maxWrongCodes = 5;

type TypedCode = z.output<typeof SecondFactorCode>;

async function spendCode(
  tx: Tx,
  session: StaffSession,
  { typed, config, now }: { typed: TypedCode; config: AppContext["config"]; now: Date },
): Promise<boolean> {
  const { staffId } = session;
  if (typed.code !== undefined) return spendTotpCode(tx, staffId, { code: typed.code, now, config });
  const isUsed = await spendRecoveryCode(tx, staffId, { code: typed.recovery_code ?? "", now });
  if (isUsed) {
    const left = String(await countRecoveryCodes(tx, staffId));
    await emailStaff(tx, session, { template: "staff_recovery_code", values: { left } });
  }
  return isUsed;
}

/** @returns the lock that it causes, or null */
async function countWrongCode(tx: Tx, { id, email }: StaffSession, now: Date): Promise<SignInLock | null> {
  const lock = await countFailure(tx, email, now);
  await tx.run(sql`update staff_session set wrong_codes = wrong_codes + 1 where id = ${id}`);
  await tx.run(sql`delete from staff_session where id = ${id} and wrong_codes >= ${maxWrongCodes}`);
  return lock;
}

/** Completes a sign-in with a code of the app or a recovery code. @throws HttpError 401, 429 */
export async function enterSecondFactor(
  { db, config, clock }: AppContext,
  typed: TypedCode,
  context: SignInContext,
): Promise<z.output<typeof CodeResult>> {
  const { request, reply, lang } = context;
  const now = clock.now();
  const session = await findStaffSession(db, request, { config, now });
  if (session?.step !== "second_factor") throw unauthenticated(lang);
  const { id, staffId, email } = session;
  await assertNotLocked(db, email, { lang, now });
  const result = await db.transaction(async (tx) => {
    if (!(await spendCode(tx, session, { typed, config, now })))
      return { lock: await countWrongCode(tx, session, now) };
    await completeSignIn(tx, { id: staffId, email }, { ...context, config, now });
    return { token: await renewStaffSession(tx, id, now), left: await countRecoveryCodes(tx, staffId) };
  });
  if ("lock" in result) throw invalidCode(lang, result.lock);
  // ended by another request in the meantime
  if (!result.token) throw unauthenticated(lang);
  setStaffCookie(reply, config, result.token, session.remember);
  return { step: "done", codes_left: result.left };
}
