import type { FastifyPluginAsync } from "fastify";
import { parse } from "../../kernel/problems.ts";
import type { Shop } from "../../kernel/shop.ts";
import { type Reading, sendCollection, sendSingle, wooRefusals } from "./answers.ts";
import { AttributesQuery, findAttributes, findTerm, findTerms, TermsQuery } from "./attributes.ts";
import { CategoriesQuery, findCategories, findCategory } from "./categories.ts";
import { Single, wooQuery } from "./query.ts";

type ById = { Params: { id: string } };
type ByTerm = { Params: { id: string; termId: string } };

const categories = "/wp-json/wc/v3/products/categories";
const attributes = "/wp-json/wc/v3/products/attributes";
const id = ":id(^\\d{1,9}$)";
/** counts move with the products */
const tags = ["products"];

/** Reads of categories. */
export const categoryRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    app.get(categories, (request, reply) => {
      const query = parse(request, CategoriesQuery, wooQuery(request.query));
      return sendCollection(shop, request, reply, query, async (reading) => ({
        ...(await findCategories(shop.db, query, reading)),
        tags,
      }));
    });
    app.get<ById>(`${categories}/${id}`, (request, reply) => {
      const query = parse(request, Single, wooQuery(request.query));
      return sendSingle(shop, request, reply, query, async (reading) => {
        const item = await findCategory(shop.db, Number(request.params.id), reading);
        if (!item) throw wooRefusals.term();
        return { item, tags };
      });
    });
  };

/** Reads of attributes. */
export const attributeRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    app.get(attributes, (request, reply) => {
      const query = parse(request, AttributesQuery, wooQuery(request.query));
      return sendCollection(shop, request, reply, query, async (reading) => {
        const items = await findAttributes(shop.db, reading);
        return { items, total: items.length, page: 1, perPage: Math.max(1, items.length), tags };
      });
    });
    app.get<ById>(`${attributes}/${id}`, (request, reply) => {
      const query = parse(request, Single, wooQuery(request.query));
      return sendSingle(shop, request, reply, query, async (reading) => {
        const [item] = await findAttributes(shop.db, reading, Number(request.params.id));
        if (!item) throw wooRefusals.attribute();
        return { item, tags };
      });
    });
  };

/** Reads of an attribute's terms. */
export const termRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    const attributeOf = async (request: { params: { id: string } }, reading: Reading): Promise<number> => {
      const attributeId = Number(request.params.id);
      const [attribute] = await findAttributes(shop.db, reading, attributeId);
      if (!attribute) throw wooRefusals.taxonomy();
      return attributeId;
    };
    app.get<ById>(`${attributes}/${id}/terms`, (request, reply) => {
      const query = parse(request, TermsQuery, wooQuery(request.query));
      return sendCollection(shop, request, reply, query, async (reading) => ({
        ...(await findTerms(shop.db, await attributeOf(request, reading), query, reading)),
        tags,
      }));
    });
    app.get<ByTerm>(`${attributes}/${id}/terms/:termId(^\\d{1,9}$)`, (request, reply) => {
      const query = parse(request, Single, wooQuery(request.query));
      return sendSingle(shop, request, reply, query, async (reading) => {
        const item = await findTerm(
          shop.db,
          await attributeOf(request, reading),
          Number(request.params.termId),
          reading,
        );
        if (!item) throw wooRefusals.term();
        return { item, tags };
      });
    });
  };
