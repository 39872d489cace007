import type { FastifyPluginAsync } from "fastify";
import { orderDetailEndpoints as endpoints } from "#contract/endpoints/backoffice/order-details.ts";
import type { CalendarDay } from "#contract/calendar-days.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { buildPromiseEmail } from "#shop/delivery-promise/index.ts";
import { emailPage } from "#shop/mail/index.ts";
import { buildNoteEmail, buildOrderEmail, findOrder, pinNote, wooNote } from "#shop/orders/index.ts";
import { sendFramedPage } from "./framed-page.ts";
import { orderNotFound } from "./order-errors.ts";
import { readPhoneRecord } from "./phone-record.ts";
import { reportPresence } from "./presence.ts";
import { readStatusEffects } from "./status-effects.ts";
import { readTimelines } from "./timeline.ts";

/** What staff members read about an order. */
export const detailRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, config } = shop;
    const { publicUrl } = config;
    registerEndpoint(app, shop, endpoints.timeline, async ({ path: { id }, lang, staff }) => {
      const entries = (await readTimelines(db, [id], { lang, staff })).get(id) ?? [];
      // an order without events is rare, and one more read then
      if (entries.length === 0 && !(await findOrder(db, id))) throw orderNotFound(lang);
      return entries;
    });
    registerEndpoint(app, shop, endpoints.phone, async ({ path, lang }) => readPhoneRecord(db, path.digits, lang));
    registerEndpoint(app, shop, endpoints.presence, async ({ path: { id }, lang, staff: { staffId } }) => {
      const others = await reportPresence(db, id, { staffId, now: clock.now() });
      if (!others) throw orderNotFound(lang);
      return { others };
    });
    registerEndpoint(app, shop, endpoints.pinNote, async ({ path, body: { pinned }, lang }) => {
      const note = await pinNote(shop, { orderId: path.order_id, id: path.id, pinned });
      if (!note) throw new HttpError(404, "rest_not_found", t(lang, "workflow_errors.no_note"));
      return wooNote(note, publicUrl);
    });
    registerEndpoint(app, shop, endpoints.statusEffects, async ({ path: { id }, query: { to }, staff, lang }) =>
      readStatusEffects(db, id, { to, role: staff.role, lang, now: clock.now() }),
    );
    const previewed = (
      id: number,
      template: string,
      { note = "", day }: { note?: string | undefined; day?: CalendarDay | undefined },
    ) => {
      if (template === "customer_note") return buildNoteEmail(db, id, note);
      if (template === "promise_changed" && day) return buildPromiseEmail(db, id, { day, reason: note });
      return buildOrderEmail(db, id, { template, now: clock.now() });
    };
    registerEndpoint(app, shop, endpoints.previewEmail, async ({ path: { id, template }, query, lang, reply }) => {
      const mail = await previewed(id, template, query);
      if (!mail) throw new HttpError(404, "rest_not_found", t(lang, "workflow_errors.no_email"));
      return sendFramedPage(reply, emailPage(mail, { ...config, replyTo: config.mail?.replyTo ?? null }));
    });
  };
