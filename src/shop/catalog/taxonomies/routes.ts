import type { FastifyPluginAsync } from "fastify";
import { attributeWrites } from "#contract/woo/attribute.ts";
import { categoryWrites } from "#contract/woo/category.ts";
import { tagWrites } from "#contract/woo/tag.ts";
import { termWrites } from "#contract/woo/term.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerWrites } from "#shop/kernel/woo/woo-writes.ts";
import { attributeHandlers } from "./attribute-handlers.ts";
import { categoryHandlers } from "./category-handlers.ts";
import { tagHandlers } from "./tag-handlers.ts";
import { termHandlers } from "./term-handlers.ts";

/** Merchants' writes of categories, tags, attributes and terms. */
export const taxonomyWriteRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerWrites(app, shop, categoryWrites, categoryHandlers(shop));
    registerWrites(app, shop, attributeWrites, attributeHandlers(shop));
    registerWrites(app, shop, termWrites, termHandlers(shop));
    registerWrites(app, shop, tagWrites, tagHandlers(shop));
  };
