import type { FastifyPluginAsync } from "fastify";
import { accountEndpoints } from "#contract/endpoints/account.ts";
import { requirePassword, sendMessagePage } from "#shop/customers/index.ts";
import { runAsActor } from "#shop/kernel/db/audit.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { notLoggedIn } from "#shop/kernel/request/not-logged-in.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { clearSessionCookie } from "#shop/kernel/auth/sessions.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { exportPersonalData } from "./export-data.ts";
import { deleteAccount } from "./delete-account.ts";
import { readRefuseState, type RefuseState, refuseEmail } from "./end-unused-accounts.ts";

/**
 * A customer's own request about their data is recorded in the audit log, with its time but without the IP address,
 * which would outlive the data.
 */
const asCustomer = <T>(id: number, action: string, work: () => Promise<T>): Promise<T> =>
  runAsActor({ name: `customer:${id}`, address: null, action }, work);

async function handleExport(
  { db, clock, limits }: AppContext,
  { request, reply, customerId }: HandlerContext<typeof accountEndpoints.exportData>,
) {
  limits.consume(request, "personalDataByAccount", String(customerId));
  const data = await asCustomer(customerId, "export my data", () =>
    exportPersonalData(db, customerId, { now: clock.now() }),
  );
  if (!data) throw notLoggedIn(request);
  return reply
    .headers({
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="lianne-${customerId}.json"`,
      "content-type": "application/json; charset=utf-8",
    })
    .send(JSON.stringify(data, null, 2));
}

async function handleDelete(
  shop: AppContext,
  { request, reply, customerId, lang, body }: HandlerContext<typeof accountEndpoints.deleteAccount>,
) {
  const { config, db, clock } = shop;
  const passwordHash = await requirePassword(shop, { request, customerId, lang }, body.password);
  const deleted = await asCustomer(customerId, "delete my account", () =>
    deleteAccount(db, customerId, { passwordHash, lang, now: clock.now() }),
  );
  if (!deleted.ok && deleted.reason === "open orders") {
    const orders = deleted.orders.map((id) => `#${id}`).join(", ");
    throw new HttpError(409, "orders_under_way", t(lang, "personal_data.under_way", { orders }));
  }
  if (!deleted.ok) throw notLoggedIn(request);
  clearSessionCookie(reply, config);
  return { success: true, message: t(lang, "personal_data.deleted") };
}

const statusOf: Record<RefuseState, number> = { confirm: 200, removed: 200, noted: 200, unknown: 404 };

/** A GET only shows the button: programs that check the links of emails must not delete anything. */
async function handleRefuse(
  { config, db, clock }: AppContext,
  { request, reply, lang, query: { token } }: HandlerContext<typeof accountEndpoints.refuseEmail>,
) {
  const state = await (request.method === "POST" ? refuseEmail : readRefuseState)(db, token, clock.now());
  return sendMessagePage(reply, lang, {
    status: statusOf[state],
    title: t(lang, `email_refused.${state}_title`),
    text: t(lang, `email_refused.${state}_text`),
    ...(state === "confirm"
      ? { button: t(lang, "email_refused.confirm_button") }
      : { link: { url: `${config.publicUrl}/`, label: t(lang, "email_refused.home") } }),
  });
}

/** Rights under personal data law: a copy of all data, and its deletion. */
export const personalDataRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, accountEndpoints.exportData, (input) => handleExport(shop, input));
    registerEndpoint(app, shop, accountEndpoints.deleteAccount, (input) => handleDelete(shop, input));
    registerEndpoint(app, shop, accountEndpoints.refuseEmail, (input) => handleRefuse(shop, input));
  };
