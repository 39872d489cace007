import type { FastifyPluginAsync } from "fastify";
import type { StaffEntry } from "#contract/backoffice/staff.ts";
import { staffAccountEndpoints as endpoints } from "#contract/endpoints/backoffice/staff.ts";
import type { Language } from "#contract/language.ts";
import { endStaffSessions } from "#shop/kernel/auth/staff-sessions.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { conflict, isOutdated, loadedVersion } from "#shop/kernel/request/if-match.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { EmailTakenError, findStaff, isPending } from "./accounts.ts";
import { createLink, linkUrl } from "./links.ts";
import {
  changeRole,
  closeStaff,
  createStaffWithLink,
  LastOwnerError,
  listStaff,
  reopenStaff,
  resetStaff,
} from "./manage-staff.ts";
import { listRoles, NoOwnRoleError, OwnRoleInUseError, removeOwnRole, setOwnRole } from "./own-role.ts";
import { listSessions } from "./session-list.ts";
import { emailStaff } from "./staff-emails.ts";
import { staffNotFound } from "./staff-errors.ts";

/** Runs a change in a transaction, and returns the errors of the domain as responses. */
async function change<T>({ db }: AppContext, lang: Language, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof LastOwnerError)
      throw new HttpError(409, "lianne_last_owner", t(lang, "staff_errors.last_owner"));
    if (error instanceof NoOwnRoleError) throw invalidParam("role", t(lang, "staff_errors.no_own_role"));
    if (error instanceof OwnRoleInUseError)
      throw new HttpError(409, "lianne_invalid_state", t(lang, "staff_errors.own_role_in_use"));
    if (error instanceof EmailTakenError) throw invalidParam("email", t(lang, "staff_errors.email_taken"));
    throw error;
  }
}

/** Emails a link to the holder of an account. @throws HttpError 404 */
async function emailLink(
  tx: Tx,
  { id, token, template }: { id: number; token: string; template: "staff_invitation" | "staff_password_reset" },
  { config, lang }: { config: AppContext["config"]; lang: Language },
): Promise<void> {
  const account = await findStaff(tx, id);
  if (!account) throw staffNotFound(lang);
  const url = linkUrl(config.backOfficeUrl, token);
  await emailStaff(tx, account, { template, secrets: { values: { url }, appSecret: config.appSecret } });
}

const entryOf = async (reader: Reader, id: number, lang: Language): Promise<StaffEntry> => {
  const entry = (await listStaff(reader)).find((one) => one.id === id);
  if (!entry) throw staffNotFound(lang);
  return entry;
};

const done = { ok: true } as const;

const invitationRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { clock, config } = shop;
    const countInvitation = (request: Parameters<typeof shop.limits.consume>[0], staffId: number) =>
      shop.limits.consume(request, "staffInvitationByAccount", String(staffId));
    registerEndpoint(app, shop, endpoints.inviteStaff, async ({ body, lang, request, staff }) => {
      countInvitation(request, staff.staffId);
      return change(shop, lang, async (tx) => {
        const { id, token } = await createStaffWithLink(tx, { ...body, now: clock.now() }, "invitation");
        await emailLink(tx, { id, token, template: "staff_invitation" }, { config, lang });
        return entryOf(tx, id, lang);
      });
    });
    registerEndpoint(app, shop, endpoints.resendInvitation, async ({ path: { id }, lang, request, staff }) => {
      countInvitation(request, staff.staffId);
      return change(shop, lang, async (tx) => {
        if (!(await isPending(tx, id))) throw staffNotFound(lang);
        const token = await createLink(tx, { kind: "invitation", staffId: id, now: clock.now() });
        await recordAuditEvent(tx, { operation: "done", object: "staff", id });
        await emailLink(tx, { id, token, template: "staff_invitation" }, { config, lang });
        return done;
      });
    });
    registerEndpoint(app, shop, endpoints.revokeInvitation, ({ path: { id }, lang }) =>
      change(shop, lang, async (tx) => {
        await tx.all(sql`select from staff where id = ${id} for update`);
        if (!(await isPending(tx, id))) throw staffNotFound(lang);
        await tx.run(sql`delete from staff where id = ${id}`);
        return done;
      }),
    );
    registerEndpoint(app, shop, endpoints.resetStaff, async ({ path: { id }, lang, request, staff }) => {
      countInvitation(request, staff.staffId);
      return change(shop, lang, async (tx) => {
        const token = await resetStaff(tx, id, { kind: "reset", now: clock.now() });
        if (token === null) throw staffNotFound(lang);
        await emailLink(tx, { id, token, template: "staff_password_reset" }, { config, lang });
        return done;
      });
    });
  };

const roleRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, endpoints.listRoles, () => listRoles(shop.db));
    registerEndpoint(app, shop, endpoints.setOwnRole, ({ request, body, lang }) =>
      change(shop, lang, (tx) => setOwnRole(tx, body, { loaded: loadedVersion(request), lang })),
    );
    registerEndpoint(app, shop, endpoints.removeOwnRole, ({ request, lang }) =>
      change(shop, lang, async (tx) => {
        await removeOwnRole(tx, { loaded: loadedVersion(request), lang });
        return done;
      }),
    );
  };

/** Accounts and roles, for owners. */
export const staffAccountRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    await app.register(invitationRoutes(shop));
    await app.register(roleRoutes(shop));
    registerEndpoint(app, shop, endpoints.listStaff, () => listStaff(db));
    registerEndpoint(app, shop, endpoints.updateStaff, ({ request, path: { id }, body, lang }) =>
      change(shop, lang, async (tx) => {
        const { name, role, closed } = body;
        // the owners too, in the order in which the check for the last one locks them
        await tx.run(sql`select from staff where id = ${id} or role = 'owner' order by id for update`);
        const before = await entryOf(tx, id, lang);
        if (isOutdated(loadedVersion(request), before.version)) throw conflict(lang, before);
        if (name !== undefined) await tx.run(sql`update staff set name = ${name} where id = ${id}`);
        if (role !== undefined) await changeRole(tx, id, role);
        if (closed === false) await reopenStaff(tx, id);
        return entryOf(tx, id, lang);
      }),
    );
    registerEndpoint(app, shop, endpoints.closeStaff, ({ path: { id }, lang }) =>
      change(shop, lang, async (tx) => {
        await closeStaff(tx, id, clock.now());
        return entryOf(tx, id, lang);
      }),
    );
    registerEndpoint(app, shop, endpoints.listStaffSessions, async ({ path, staff, lang }) => {
      await entryOf(db, path.id, lang);
      return listSessions(db, path.id, { current: staff.id, now: clock.now() });
    });
    registerEndpoint(app, shop, endpoints.endStaffSessions, ({ path, lang }) =>
      change(shop, lang, async (tx) => {
        await entryOf(tx, path.id, lang);
        await endStaffSessions(tx, path.id);
        await recordAuditEvent(tx, { operation: "done", object: "staff", id: path.id });
        return done;
      }),
    );
  };
