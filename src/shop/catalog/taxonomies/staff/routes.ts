import type { FastifyPluginAsync } from "fastify";
import { giftEndpoints, staffTaxonomyEndpoints as endpoints } from "#contract/endpoints/backoffice/taxonomies.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { loadedVersion } from "#shop/kernel/request/if-match.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { moveCategory } from "./category-tree.ts";
import { deleteCategory, readCategoryUsage, undoCategoryDeletion } from "./delete-category.ts";
import { createGift, deleteGift, listGifts, updateGift } from "./gift-rules.ts";
import { mergeTerms, previewMerge } from "./merge-terms.ts";
import { orderAttributes, orderTerms } from "./order-taxonomies.ts";

/** The tree of categories, the order and merging of terms. */
export const staffTaxonomyRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, config } = shop;
    registerEndpoint(app, shop, endpoints.moveCategory, ({ path, body, lang }) =>
      db.transaction((tx) => moveCategory(tx, path.id, body, lang)),
    );
    registerEndpoint(app, shop, endpoints.readCategoryUsage, async ({ path, lang }) => {
      const usage = await readCategoryUsage(db, path.id);
      if (!usage) throw new HttpError(404, "rest_not_found", t(lang, "taxonomy_errors.not_found"));
      return usage;
    });
    registerEndpoint(app, shop, endpoints.deleteCategory, ({ request, path, body, lang, staff: { staffId } }) => {
      const seen = { loaded: loadedVersion(request), origin: config.publicUrl };
      return db.transaction((tx) =>
        deleteCategory(tx, path.id, body.target, { staffId, lang, now: clock.now(), ...seen }),
      );
    });
    registerEndpoint(app, shop, endpoints.undoCategoryDeletion, ({ path, lang, staff: { staffId } }) =>
      db.transaction(async (tx) => ({
        id: await undoCategoryDeletion(tx, path.id, { staffId, lang, now: clock.now() }),
      })),
    );
    registerEndpoint(app, shop, endpoints.orderAttributes, async ({ body, lang }) => {
      await db.transaction((tx) => orderAttributes(tx, body.ids, lang));
      return body;
    });
    registerEndpoint(app, shop, endpoints.orderTerms, async ({ path, body, lang }) => {
      await db.transaction((tx) => orderTerms(tx, path.attribute_id, body.ids, lang));
      return body;
    });
    registerEndpoint(app, shop, endpoints.mergeTerms, async ({ body, lang }) =>
      body.dry_run ? previewMerge(db, body, lang) : db.transaction((tx) => mergeTerms(tx, body, lang)),
    );
  };

/** Free gifts and their rules. */
export const giftRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, giftEndpoints.listGifts, ({ lang }) => listGifts(db, { lang, now: clock.now() }));
    registerEndpoint(app, shop, giftEndpoints.createGift, ({ body, lang }) =>
      db.transaction((tx) => createGift(tx, body, { lang, now: clock.now() })),
    );
    registerEndpoint(app, shop, giftEndpoints.updateGift, ({ request, path: { slug }, body, lang }) =>
      db.transaction((tx) => updateGift(tx, body, { slug, loaded: loadedVersion(request), lang, now: clock.now() })),
    );
    registerEndpoint(app, shop, giftEndpoints.deleteGift, ({ request, path: { slug }, lang }) =>
      db.transaction((tx) => deleteGift(tx, { slug, loaded: loadedVersion(request), lang, now: clock.now() })),
    );
  };
