import type { FastifyPluginAsync } from "fastify";
import { taxonomyReads } from "#contract/endpoints/catalog.ts";
import { tagReads } from "#contract/endpoints/tags.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import { findAttributes, findTerm, findTerms } from "../woo/attributes.ts";
import { findCategories, findCategory, openCategoryFinder } from "../woo/categories.ts";
import { type ReadContext, readerFor, sendCollection, sendSingle, wooErrors } from "../woo/send-resource.ts";
import { taxonomyVersion } from "./taxonomy-version.ts";
import { findTag, findTags } from "../woo/tags.ts";

/** counts change with the products */
const tags = ["products"];

/** Version of a record for merchants: they may write it with `If-Match`. */
const versionFor = (item: WooItem, { merchant }: ReadContext): string | undefined =>
  merchant ? taxonomyVersion(item) : undefined;

/** Reads of categories. */
export const categoryRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { fragments: parts } = shop.cache;
    const finder = openCategoryFinder(shop.reads);
    registerEndpoint(app, shop, taxonomyReads.categories, ({ request, reply, query }) =>
      sendCollection(shop, request, reply, query, async (reading) => ({
        ...(await findCategories({ reader: readerFor(shop, reading), parts, finder }, { query, reading })),
        tags,
      })),
    );
    registerEndpoint(app, shop, taxonomyReads.category, ({ request, reply, query, path: { id } }) =>
      sendSingle(shop, request, reply, query, async (reading) => {
        const item = await findCategory(readerFor(shop, reading), id, reading);
        if (!item) throw wooErrors.term();
        return { item, tags, version: versionFor(item, reading) };
      }),
    );
  };

/** Reads of tags. */
export const tagRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, tagReads.tags, ({ request, reply, query }) =>
      sendCollection(shop, request, reply, query, async (reading) => ({
        ...(await findTags(readerFor(shop, reading), query, reading)),
        tags,
      })),
    );
    registerEndpoint(app, shop, tagReads.tag, ({ request, reply, query, path: { id } }) =>
      sendSingle(shop, request, reply, query, async (reading) => {
        const item = await findTag(readerFor(shop, reading), id, reading);
        if (!item) throw wooErrors.term();
        return { item, tags };
      }),
    );
  };

/** Reads of attributes. */
export const attributeRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, taxonomyReads.attributes, ({ request, reply, query }) =>
      sendCollection(shop, request, reply, query, async (reading) => {
        const items = await findAttributes(readerFor(shop, reading), reading);
        return { items, total: items.length, page: 1, perPage: Math.max(1, items.length), tags };
      }),
    );
    registerEndpoint(app, shop, taxonomyReads.attribute, ({ request, reply, query, path: { id } }) =>
      sendSingle(shop, request, reply, query, async (reading) => {
        const [item] = await findAttributes(readerFor(shop, reading), reading, id);
        if (!item) throw wooErrors.attribute();
        return { item, tags, version: versionFor(item, reading) };
      }),
    );
  };

/** Reads of an attribute's terms. */
export const termRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const mustExist = async (attributeId: number, reading: ReadContext): Promise<void> => {
      const [attribute] = await findAttributes(readerFor(shop, reading), reading, attributeId);
      if (!attribute) throw wooErrors.taxonomy();
    };
    registerEndpoint(app, shop, taxonomyReads.terms, ({ request, reply, query, path: { attribute_id: attributeId } }) =>
      sendCollection(shop, request, reply, query, async (reading) => {
        await mustExist(attributeId, reading);
        return { ...(await findTerms(readerFor(shop, reading), attributeId, query, reading)), tags };
      }),
    );
    registerEndpoint(
      app,
      shop,
      taxonomyReads.term,
      ({ request, reply, query, path: { attribute_id: attributeId, id } }) =>
        sendSingle(shop, request, reply, query, async (reading) => {
          await mustExist(attributeId, reading);
          const item = await findTerm(readerFor(shop, reading), attributeId, id, reading);
          if (!item) throw wooErrors.term();
          return { item, tags, version: versionFor(item, reading) };
        }),
    );
  };
