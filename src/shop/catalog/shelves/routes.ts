import type { FastifyPluginAsync } from "fastify";
import { attributeWrites } from "#contract/woo/attribute.ts";
import { categoryWrites } from "#contract/woo/category.ts";
import { tagWrites } from "#contract/woo/tag.ts";
import { termWrites } from "#contract/woo/term.ts";
import type { AppContext } from "../../kernel/shop.ts";
import { serveWrites } from "../../kernel/woo-writes.ts";
import { attributeVerbs } from "./attribute-verbs.ts";
import { categoryVerbs } from "./category-verbs.ts";
import { tagVerbs } from "./tag-verbs.ts";
import { termVerbs } from "./term-verbs.ts";

/** Merchants write what products are filed under. */
export const shelfWriteRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    serveWrites(app, shop, categoryWrites, categoryVerbs(shop));
    serveWrites(app, shop, attributeWrites, attributeVerbs(shop));
    serveWrites(app, shop, termWrites, termVerbs(shop));
    serveWrites(app, shop, tagWrites, tagVerbs(shop));
  };
