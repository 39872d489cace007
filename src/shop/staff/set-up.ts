import type { z } from "zod";
import type { LinkResult, SetUp, SignInResult } from "#contract/backoffice/staff.ts";
import type { Language } from "#contract/language.ts";
import { hashPassword } from "#shop/kernel/auth/passwords.ts";
import { endStaffSessions, openStaffSession, setStaffCookie } from "#shop/kernel/auth/staff-sessions.ts";
import { recordAuditEvent, runAsActor } from "#shop/kernel/db/audit.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { createStaff, EmailTakenError, findStaff, findStaffByEmail, isPending, type StaffAccount } from "./accounts.ts";
import { createLink, findLink, linkUrl, removeLinks, type StaffLink, consumeLink } from "./links.ts";
import { assertAcceptablePassword } from "./password-rules.ts";
import { completeSignIn, resultOf, type SignInContext, stepAfterPassword } from "./sign-in.ts";
import { emailStaff } from "./staff-emails.ts";
import { linkExpired } from "./staff-errors.ts";
import { clearFailures } from "./sign-in-failures.ts";

type Chosen = z.output<typeof SetUp>;
type Holder = Pick<StaffAccount, "email" | "name">;

/**
 * Ends all sessions of an account, and removes its password and its passkeys, of which one may be another person's. The link
 * then allows to choose another password.
 */
const secureAccount = (db: AppContext["db"], staffId: number): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.run(sql`update staff set password_hash = null where id = ${staffId}`);
    await tx.run(sql`delete from staff_passkey where staff_id = ${staffId}`);
    await endStaffSessions(tx, staffId);
  });

/** Emails a link to choose a new password; nothing happens for an email without an open account. */
export async function requestPasswordLink({ db, config, clock }: AppContext, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await findStaffByEmail(tx, email);
    if (!account || account.closedAt || (await isPending(tx, account.id))) return;
    const token = await createLink(tx, { kind: "reset", staffId: account.id, now: clock.now() });
    const secrets = { values: { url: linkUrl(config.backOfficeUrl, token) }, appSecret: config.appSecret };
    await emailStaff(tx, account, { template: "staff_password_reset", secrets });
  });
}

/** Describes what a link is for; the one of an email about a new browser ends all sessions at once. @throws HttpError 410 */
export async function describeLink(
  { db, clock }: AppContext,
  token: string,
  lang: Language,
): Promise<z.output<typeof LinkResult>> {
  const link = await findLink(db, token, clock.now());
  if (!link) throw linkExpired(lang);
  if (link.kind === "secure" && link.staffId !== null) await secureAccount(db, link.staffId);
  const account = link.staffId === null ? undefined : await findStaff(db, link.staffId);
  return { kind: link.kind, email: account?.email ?? "", name: account?.name ?? "" };
}

/** The email and name that the account will have; the first owner enters both. @throws HttpError 400 */
function holderOf(account: StaffAccount | undefined, { email, name }: Chosen, lang: Language): Holder {
  if (account) return { email: account.email, name: name ?? account.name };
  if (!email) throw invalidParam("email", t(lang, "staff_errors.email_required"));
  if (!name) throw invalidParam("name", t(lang, "staff_errors.name_required"));
  return { email, name };
}

interface Change {
  link: StaffLink;
  holder: Holder;
  passwordHash: string;
  now: Date;
}

/** @returns the account's id; null if another request used the link */
async function activate(tx: Tx, { link, holder, passwordHash, now }: Change): Promise<number | null> {
  if (!(await consumeLink(tx, link.id))) return null;
  const staffId = link.staffId ?? (await createStaff(tx, { ...holder, role: "owner", now }));
  await tx.run(sql`
    update staff set password_hash = ${passwordHash}, name = ${holder.name}, activated_at = coalesce(activated_at, ${now})
    where id = ${staffId}`);
  await removeLinks(tx, staffId);
  await endStaffSessions(tx, staffId);
  await clearFailures(tx, holder.email);
  return staffId;
}

/** Sets the password of a link's account, ends its sessions, and signs in. @throws HttpError 400, 410 */
export async function setUp({ db, config, clock }: AppContext, chosen: Chosen, context: SignInContext) {
  const { request, reply, lang } = context;
  const now = clock.now();
  const link = await findLink(db, chosen.token, now);
  if (!link) throw linkExpired(lang);
  const account = link.staffId === null ? undefined : await findStaff(db, link.staffId);
  const holder = holderOf(account, chosen, lang);
  assertAcceptablePassword(chosen.password, { ...holder, lang });
  const change = { link, holder, passwordHash: await hashPassword(chosen.password), now };
  const actor = { name: "link", address: request.ip, action: `set-up ${link.kind}` };
  const opened = await runAsActor(actor, () =>
    db.transaction(async (tx) => {
      const staffId = await activate(tx, change);
      if (staffId === null) return null;
      await recordAuditEvent(tx, { operation: "done", object: "staff", id: staffId });
      const step = await stepAfterPassword(tx, staffId, config);
      if (step === "done") await completeSignIn(tx, { id: staffId, email: holder.email }, { ...context, config, now });
      return { step, token: await openStaffSession(tx, request, { staffId, step, remember: false, now, config }) };
    }),
  ).catch((error: unknown) => {
    if (error instanceof EmailTakenError) throw invalidParam("email", t(lang, "staff_errors.email_taken"));
    throw error;
  });
  if (!opened) throw linkExpired(lang);
  setStaffCookie(reply, config, opened.token, false);
  return resultOf(opened.step) satisfies SignInResult;
}
