import type { FastifyPluginAsync } from "fastify";
import { productActions } from "#contract/woo/product-actions.ts";
import { variationWrites } from "#contract/woo/variation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { registerWrites } from "#shop/kernel/woo/woo-writes.ts";
import { generateVariations } from "../variations/generate-variations.ts";
import { changeOf } from "../variations/variation-change.ts";
import { variationHandlers } from "./variation-handlers.ts";

/** Merchants' writes of a product's variations. */
export const variationWriteRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerWrites(app, shop, variationWrites, variationHandlers(shop));
    registerEndpoint(app, shop, productActions.generate, ({ path: { product_id: id }, body, query }) => {
      const { delete: remove, default_values } = body;
      // a SKU is unique, and the picture of one combination is not that of all
      const { sku: _sku, ...defaults } = changeOf(default_values ?? {}, query.lang, undefined);
      return shop.db.transaction((tx) =>
        generateVariations(tx, id, { remove, defaults: definedOf(defaults), now: shop.clock.now() }),
      );
    });
  };

const definedOf = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
