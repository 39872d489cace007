import type { FastifyPluginAsync } from "fastify";
import type { Role } from "#contract/permissions.ts";
import { savedViewEndpoints as endpoints } from "#contract/endpoints/backoffice/saved-views.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { deleteView, insertView, listViews, updateView } from "./saved-views.ts";

/** @throws HttpError 403 if a role other than owner shares a view */
function requireMayShare(lang: Language, role: Role, shared: boolean | undefined): void {
  if (shared && role !== "owner")
    throw new HttpError(403, "lianne_forbidden", t(lang, "workflow_errors.shared_view"), {
      extra: { permission: "owner" },
    });
}

const notFound = (lang: Language) => new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));

/** Saved views of the order list. */
export const viewRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, endpoints.listViews, async ({ staff }) => listViews(db, staff.staffId));
    registerEndpoint(app, shop, endpoints.createView, async ({ staff, body, lang }) => {
      requireMayShare(lang, staff.role, body.shared);
      return db.transaction((tx) => insertView(tx, staff.staffId, body, clock.now()));
    });
    registerEndpoint(app, shop, endpoints.updateView, async ({ staff, path, body, lang }) => {
      requireMayShare(lang, staff.role, body.shared);
      const view = await db.transaction((tx) => updateView(tx, path.id, { staffId: staff.staffId, update: body }));
      if (!view) throw notFound(lang);
      return view;
    });
    registerEndpoint(app, shop, endpoints.deleteView, async ({ staff, path, lang }) => {
      if (!(await db.transaction((tx) => deleteView(tx, path.id, staff.staffId)))) throw notFound(lang);
      return { ok: true as const };
    });
  };
