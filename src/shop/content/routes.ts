import type { FastifyPluginAsync } from "fastify";
import { contentCalls } from "#contract/calls/content.ts";
import { isLanguage } from "#contract/language.ts";
import type { PaymentMethod } from "#contract/order.ts";
import { cacheableJson } from "../kernel/cacheable-json.ts";
import { notFound } from "../kernel/problems.ts";
import { registerEndpoint } from "../kernel/serve.ts";
import { settingsTag } from "../kernel/settings.ts";
import type { AppContext } from "../kernel/shop.ts";
import { contentIn } from "./content.ts";

/** @param paymentMethods what checkout offers, see offeredPaymentMethods */
export const contentRoutes =
  (shop: AppContext, { paymentMethods }: { paymentMethods: PaymentMethod[] }): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, contentCalls.content, async ({ request, reply, path: { lang } }) => {
      if (!isLanguage(lang)) throw notFound(request);
      return shop.cache.send(request, reply, `content:${lang}`, async () =>
        cacheableJson(await contentIn(shop.reads, lang, paymentMethods), ["currency", settingsTag]),
      );
    });
  };
