import type { FastifyPluginAsync } from "fastify";
import type { StaffProfile } from "#contract/backoffice/staff.ts";
import { staffSessionEndpoints as endpoints } from "#contract/endpoints/backoffice/session.ts";
import { hashPassword } from "#shop/kernel/auth/passwords.ts";
import { endStaffSessions, renewStaffSession, setStaffCookie } from "#shop/kernel/auth/staff-sessions.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { findStaff, hasSecondFactor } from "./accounts.ts";
import { countRecoveryCodes, createRecoveryCodes, ensureRecoveryCodes } from "./recovery-codes.ts";
import { removeLinks } from "./links.ts";
import { assertAcceptablePassword } from "./password-rules.ts";
import { completeSignIn } from "./sign-in.ts";
import { invalidCode, invalidState, unauthenticated } from "./staff-errors.ts";
import { removeTotp, startTotp, totpSince, spendTotpCode } from "./totp.ts";

async function profileOf(reader: Reader, staffId: number): Promise<StaffProfile | null> {
  const account = await findStaff(reader, staffId);
  if (!account) return null;
  const { name, email, role, language, scannerTones, scannerVibration } = account;
  return {
    ...{ name, email, role, language, scanner_tones: scannerTones, scanner_vibration: scannerVibration },
    totp_since: (await totpSince(reader, staffId))?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(reader, staffId),
  };
}

/** The first second factor completes the sign-in of a new account, with a new session token. */
async function confirmTotp(shop: AppContext, input: HandlerContext<typeof endpoints.confirmTotp>) {
  const { db, config, clock } = shop;
  const { staff, body, lang, reply } = input;
  const { id, staffId, email, step } = staff;
  const now = clock.now();
  const result = await db.transaction(async (tx) => {
    if (!(await spendTotpCode(tx, staffId, { code: body.code, now, config, confirm: true }))) return null;
    const codes = await ensureRecoveryCodes(tx, staffId, now);
    if (step === "done") return { codes };
    await completeSignIn(tx, { id: staffId, email }, { ...input, config, now });
    return { codes, token: await renewStaffSession(tx, id, now) };
  });
  if (!result) throw invalidCode(lang);
  if (result.token) setStaffCookie(reply, config, result.token, staff.remember);
  return { codes: result.codes };
}

const done = { ok: true } as const;

/** The own account and its second factors. */
export const staffProfileRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, config, clock } = shop;
    registerEndpoint(app, shop, endpoints.readProfile, async ({ staff, lang }) => {
      const profile = await profileOf(db, staff.staffId);
      if (!profile) throw unauthenticated(lang);
      return profile;
    });
    registerEndpoint(app, shop, endpoints.updateProfile, async ({ staff, body, lang }) => {
      const { name = null, language = null, scanner_tones = null, scanner_vibration = null } = body;
      const profile = await db.transaction(async (tx) => {
        await tx.run(sql`
          update staff set name = coalesce(${name}::text, name), language = coalesce(${language}::text, language),
            scanner_tones = coalesce(${scanner_tones}::boolean, scanner_tones),
            scanner_vibration = coalesce(${scanner_vibration}::boolean, scanner_vibration)
          where id = ${staff.staffId}`);
        return profileOf(tx, staff.staffId);
      });
      if (!profile) throw unauthenticated(lang);
      return profile;
    });
    registerEndpoint(app, shop, endpoints.changePassword, async ({ staff, body, lang }) => {
      const { id, staffId, email, name } = staff;
      assertAcceptablePassword(body.password, { email, name, lang });
      const passwordHash = await hashPassword(body.password);
      await db.transaction(async (tx) => {
        await tx.run(sql`update staff set password_hash = ${passwordHash} where id = ${staffId}`);
        await removeLinks(tx, staffId);
        await endStaffSessions(tx, staffId, id);
      });
      return done;
    });
    registerEndpoint(app, shop, endpoints.removeTotp, async ({ staff, lang }) => {
      await db.transaction(async (tx) => {
        await removeTotp(tx, staff.staffId);
        // rolls the removal back
        if (config.mode === "live" && !(await hasSecondFactor(tx, staff.staffId)))
          throw invalidState(lang, "last_factor");
      });
      return done;
    });
    registerEndpoint(app, shop, endpoints.startTotp, async ({ staff, lang }) => {
      const { staffId, email } = staff;
      const started = await db.transaction((tx) => startTotp(tx, { staffId, email, now: clock.now(), config }));
      if (!started) throw invalidState(lang, "totp_set_up");
      return started;
    });
    registerEndpoint(app, shop, endpoints.confirmTotp, (input) => confirmTotp(shop, input));
    registerEndpoint(app, shop, endpoints.createRecoveryCodes, async ({ staff, lang }) => {
      if (!(await hasSecondFactor(db, staff.staffId))) throw invalidState(lang, "no_factor");
      const codes = await db.transaction((tx) => createRecoveryCodes(tx, staff.staffId, clock.now()));
      return { codes };
    });
  };
