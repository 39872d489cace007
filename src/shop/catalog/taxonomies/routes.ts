import type { FastifyPluginAsync } from "fastify";
import { attributeWrites } from "#contract/woo/attribute.ts";
import { categoryWrites } from "#contract/woo/category.ts";
import { tagWrites } from "#contract/woo/tag.ts";
import { termWrites } from "#contract/woo/term.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerWrites } from "#shop/kernel/woo/woo-writes.ts";
import { attributeVerbs } from "./attribute-handlers.ts";
import { categoryVerbs } from "./category-handlers.ts";
import { tagVerbs } from "./tag-handlers.ts";
import { termVerbs } from "./term-handlers.ts";

/** Merchants' writes of categories, tags, attributes and terms. */
export const shelfWriteRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerWrites(app, shop, categoryWrites, categoryVerbs(shop));
    registerWrites(app, shop, attributeWrites, attributeVerbs(shop));
    registerWrites(app, shop, termWrites, termVerbs(shop));
    registerWrites(app, shop, tagWrites, tagVerbs(shop));
  };
