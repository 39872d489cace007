import { lowerAscii } from "#contract/person-validation.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { FixedRole } from "#contract/permissions.ts";
import type { SignIn, SignInResult, SignInStep } from "#contract/backoffice/staff.ts";
import type { Language } from "#contract/language.ts";
import { verifyPassword } from "#shop/kernel/auth/passwords.ts";
import { openStaffSession, setStaffCookie } from "#shop/kernel/auth/staff-sessions.ts";
import { recordAuditEvent, runAsActor } from "#shop/kernel/db/audit.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { findStaffByEmail, hasSecondFactor } from "./accounts.ts";
import { recordDevice, type SignedInWith } from "./devices.ts";
import { demoStaffEmail } from "./demo-staff.ts";
import { emailStaff } from "./staff-emails.ts";
import { clearFailures, lockedUntil, recordFailure } from "./sign-in-failures.ts";
import { invalidCredentials, lockedError, type SignInLock, staffNotFound } from "./staff-errors.ts";

export interface SignInContext {
  request: FastifyRequest;
  reply: FastifyReply;
  lang: Language;
}

/** @throws HttpError 429 `lianne_locked` after too many failures, for an email without an account too */
export async function assertNotLocked(db: Reader, email: string, { lang, now }: { lang: Language; now: Date }) {
  const until = await lockedUntil(db, email, now);
  if (until) throw lockedError(lang, { until, now });
}

/** Counts a failure; the holder of the account gets an email for each lock. @returns the lock that it causes, or null */
export async function countFailure(tx: Tx, email: string, now: Date): Promise<SignInLock | null> {
  const until = await recordFailure(tx, email, now);
  if (!until) return null;
  const account = await findStaffByEmail(tx, email);
  if (account && !account.closedAt) await emailStaff(tx, account, { template: "staff_locked" });
  return { until, now };
}

/** Records a complete sign-in in the audit log and its browser, and ends the count of failures. */
export async function completeSignIn(
  tx: Tx,
  { id, email }: { id: number; email: string },
  context: SignedInWith,
): Promise<void> {
  const { request } = context;
  await clearFailures(tx, email);
  const actor = { name: `staff:${id}`, address: request.ip, action: "sign-in" };
  await runAsActor(actor, () => recordAuditEvent(tx, { operation: "done", object: "staff", id }));
  await recordDevice(tx, id, context);
}

/** In live mode every account needs a second factor. */
export async function stepAfterPassword(
  reader: Reader,
  staffId: number,
  { mode }: AppContext["config"],
): Promise<SignInStep> {
  if (await hasSecondFactor(reader, staffId)) return "second_factor";
  return mode === "live" ? "set_up_second_factor" : "done";
}

export const resultOf = (step: SignInStep): SignInResult =>
  step === "second_factor" ? { step, methods: ["passkey", "totp", "recovery_code"] } : { step };

const findCredentials = (reader: Reader, email: string) =>
  reader.one<{ id: number; email: string; passwordHash: string }>(sql`
    select id, email, password_hash "passwordHash" from staff
    where lower(email) = ${lowerAscii(email)} and closed_at is null and password_hash is not null`);

/**
 * Signs in with email and password. An unknown email, a wrong password and a closed account get the same response after
 * the same work. @throws HttpError 401, 429
 */
export async function signIn(
  { db, config, clock }: AppContext,
  { email, password, remember }: z.output<typeof SignIn>,
  context: SignInContext,
): Promise<SignInResult> {
  const { request, reply, lang } = context;
  const now = clock.now();
  await assertNotLocked(db, email, { lang, now });
  const account = await findCredentials(db, email);
  const isCorrect = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !isCorrect) {
    throw invalidCredentials(lang, await db.transaction((tx) => countFailure(tx, email, now)));
  }
  const { id: staffId, passwordHash } = account;
  const opened = await db.transaction(async (tx) => {
    const unchanged = await tx.one(sql`
      select from staff where id = ${staffId} and password_hash = ${passwordHash} and closed_at is null for share`);
    if (!unchanged) return null;
    const step = await stepAfterPassword(tx, staffId, config);
    if (step === "done") await completeSignIn(tx, account, { ...context, config, now });
    return { step, token: await openStaffSession(tx, request, { staffId, step, remember, now, config }) };
  });
  if (!opened) throw invalidCredentials(lang);
  setStaffCookie(reply, config, opened.token, remember);
  return resultOf(opened.step);
}

/** Signs in to the demonstration's account of a role. @throws HttpError 404 in live mode, and if it is closed */
export async function signInToDemo(
  { db, config, clock }: AppContext,
  role: FixedRole,
  context: SignInContext,
): Promise<SignInResult> {
  const { request, reply, lang } = context;
  const account = config.mode === "demo" ? await findStaffByEmail(db, demoStaffEmail(role)) : undefined;
  if (!account || account.closedAt) throw staffNotFound(lang);
  const { id: staffId } = account;
  const now = clock.now();
  const token = await db.transaction(async (tx) => {
    await completeSignIn(tx, account, { ...context, config, now });
    return openStaffSession(tx, request, { staffId, step: "done", remember: false, now, config });
  });
  setStaffCookie(reply, config, token, false);
  return { step: "done" };
}
