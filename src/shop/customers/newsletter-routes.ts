import type { FastifyPluginAsync } from "fastify";
import { accountEndpoints } from "#contract/endpoints/account.ts";
import { contentEndpoints } from "#contract/endpoints/content.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { messagePage } from "./message-page.ts";
import { unsubscribe, subscribe } from "./newsletter.ts";

export const newsletterRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { config, db, clock, limits } = shop;

    registerEndpoint(app, shop, accountEndpoints.subscribe, async ({ request, customerId, lang, body: { email } }) => {
      limits.consume(request, "newsletterByAccount", String(customerId));
      const now = clock.now();
      await subscribe(db, email, { customerId, lang, now, publicUrl: config.publicUrl, appSecret: config.appSecret });
      return { success: true, message: t(lang, "toast.newsletter_success") };
    });

    registerEndpoint(app, shop, contentEndpoints.unsubscribe, async ({ request, reply, lang, query: { token } }) => {
      // a HEAD, as sent by link checkers, changes nothing
      const found = token !== "" && request.method !== "HEAD" && (await unsubscribe(db, token, clock.now()));
      return reply
        .code(found ? 200 : 404)
        .type("text/html; charset=utf-8")
        .header("referrer-policy", "no-referrer")
        .send(
          messagePage(lang, {
            title: t(lang, `newsletter.${found ? "left_title" : "unknown_title"}`),
            text: t(lang, `newsletter.${found ? "left_text" : "unknown_text"}`),
            link: { url: config.publicUrl, label: t(lang, "newsletter.home") },
          }),
        );
    });
  };
