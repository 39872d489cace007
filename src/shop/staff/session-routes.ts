import type { FastifyPluginAsync } from "fastify";
import packageFile from "../../../package.json" with { type: "json" };
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { staffSessionEndpoints as endpoints } from "#contract/endpoints/backoffice/session.ts";
import {
  clearStaffCookie,
  endStaffSessions,
  nonceOf,
  reauthenticatedUntil,
  type StaffSession,
} from "#shop/kernel/auth/staff-sessions.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { enterSecondFactor } from "./second-factor.ts";
import { listSessions } from "./session-list.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { describeLink, requestPasswordLink, setUp } from "./set-up.ts";
import { signIn, signInToDemo } from "./sign-in.ts";
import { staffNotFound } from "./staff-errors.ts";

const done = { ok: true } as const;

const signInRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, endpoints.signIn, ({ body, ...context }) => signIn(shop, body, context));
    registerEndpoint(app, shop, endpoints.enterCode, ({ body, ...context }) => enterSecondFactor(shop, body, context));
    registerEndpoint(app, shop, endpoints.openDemoSession, ({ body, ...context }) =>
      signInToDemo(shop, body.role, context),
    );
    registerEndpoint(app, shop, endpoints.describeLink, ({ body, lang }) => describeLink(shop, body.token, lang));
    registerEndpoint(app, shop, endpoints.forgotPassword, async ({ body }) => {
      await requestPasswordLink(shop, body.email);
      return done;
    });
    registerEndpoint(app, shop, endpoints.setUp, ({ body, ...context }) => setUp(shop, body, context));
  };

function sessionInfo(
  { config, clock }: AppContext,
  { staff, request }: HandlerContext<typeof endpoints.readSession>,
): SessionInfo {
  const { staffId: id, name, email, role, permissions, language, scannerTones, scannerVibration, step } = staff;
  return {
    step,
    staff: {
      id,
      name,
      email,
      role,
      language,
      scanner_tones: scannerTones,
      scanner_vibration: scannerVibration,
    },
    permissions: step === "done" ? [...permissions] : [],
    nonce: nonceOf(request, config) ?? "",
    reauthenticated_until: reauthenticatedUntil(staff, clock.now())?.toISOString() ?? null,
    demo: config.mode === "demo",
    version: packageFile.version,
  };
}

/** @returns whether the account has such a session */
const endSession = ({ db }: AppContext, { staffId }: StaffSession, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    if ((await tx.run(sql`delete from staff_session where id = ${id} and staff_id = ${staffId}`)) === 0) return false;
    await recordAuditEvent(tx, { operation: "done", object: "staff", id: staffId });
    return true;
  });

/** Sign-in, and the sessions of the own account. */
export const staffSessionRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, config, clock } = shop;
    await app.register(signInRoutes(shop));
    registerEndpoint(app, shop, endpoints.readSession, async (input) => sessionInfo(shop, input));
    registerEndpoint(app, shop, endpoints.reauthenticate, ({ body, ...context }) =>
      reauthenticate(shop, body, context),
    );
    registerEndpoint(app, shop, endpoints.signOut, async ({ staff, reply }) => {
      await endSession(shop, staff, staff.id);
      clearStaffCookie(reply, config);
      return done;
    });
    registerEndpoint(app, shop, endpoints.listSessions, ({ staff }) =>
      listSessions(db, staff.staffId, { current: staff.id, now: clock.now() }),
    );
    registerEndpoint(app, shop, endpoints.endOtherSessions, async ({ staff }) => {
      await db.transaction(async (tx) => {
        await endStaffSessions(tx, staff.staffId, staff.id);
        await recordAuditEvent(tx, { operation: "done", object: "staff", id: staff.staffId });
      });
      return done;
    });
    registerEndpoint(app, shop, endpoints.endSession, async ({ staff, path, lang }) => {
      if (!(await endSession(shop, staff, path.id))) throw staffNotFound(lang);
      return done;
    });
  };
