import type { FastifyPluginAsync } from "fastify";
import { contentEndpoints } from "#contract/endpoints/content.ts";
import { isLanguage } from "#contract/language.ts";
import type { PaymentMethod } from "#contract/payment-methods/index.ts";
import { cacheableJson } from "#shop/kernel/cache/cached-response.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { settingsTag } from "#shop/kernel/settings/settings.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { contentIn } from "./content.ts";

/** @param paymentMethods methods available at checkout, see offeredPaymentMethods */
export const contentRoutes =
  (shop: AppContext, { paymentMethods }: { paymentMethods: PaymentMethod[] }): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, contentEndpoints.content, async ({ request, reply, path: { lang } }) => {
      if (!isLanguage(lang)) throw notFound(request);
      return shop.cache.send(request, reply, `content:${lang}`, async () =>
        cacheableJson(await contentIn(shop, lang, paymentMethods), ["currency", settingsTag]),
      );
    });
  };
