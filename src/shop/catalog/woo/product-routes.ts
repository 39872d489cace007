import type { FastifyPluginAsync } from "fastify";
import { sql } from "../../kernel/database.ts";
import { parse } from "../../kernel/problems.ts";
import type { Shop } from "../../kernel/shop.ts";
import { type Reading, sendCollection, sendSingle, wooRefusals } from "./answers.ts";
import { wooProduct } from "./product.ts";
import { findProductPage } from "./product-page.ts";
import { ProductsQuery, VariationsQuery } from "./product-query.ts";
import { findProductRows } from "./product-row.ts";
import { Single, wooQuery } from "./query.ts";
import { wooVariation } from "./variation.ts";
import { pageOfVariations } from "./variation-page.ts";
import { findVariationRows } from "./variation-row.ts";

type ById = { Params: { id: string } };
type ByVariation = { Params: { id: string; variationId: string } };

const products = "/wp-json/wc/v3/products";
/** ids are digits, as in WooCommerce: anything else is no route; nine of them fit the column */
const id = ":id(^\\d{1,9}$)";

/** Reads of products. */
export const productRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    app.get(products, (request, reply) => {
      const query = parse(request, ProductsQuery, wooQuery(request.query));
      return sendCollection(shop, request, reply, query, async (reading) => {
        const { page, total } = await findProductPage(shop.db, query, reading);
        const rows = await findProductRows(shop.db, page, reading);
        const tags = [
          "products",
          ...(query.orderby === "popularity" ? ["sales"] : []),
          ...rows.map((row) => `product:${row.id}`),
        ];
        return {
          items: rows.map((row) => wooProduct(row, reading)),
          total,
          page: query.page,
          perPage: query.per_page,
          tags,
        };
      });
    });

    app.get<ById>(`${products}/${id}`, (request, reply) => {
      const query = parse(request, Single, wooQuery(request.query));
      return sendSingle(shop, request, reply, query, async (reading) => {
        const productId = Number(request.params.id);
        const [row] = await findProductRows(shop.db, sql`select ${productId}::integer id, 1 place`, reading);
        if (!row || !maySee(reading, row)) throw wooRefusals.product();
        return { item: wooProduct(row, reading), tags: [`product:${productId}`] };
      });
    });
  };

/** Reads of a product's variations. */
export const variationRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    app.get<ById>(`${products}/${id}/variations`, (request, reply) => {
      const query = parse(request, VariationsQuery, wooQuery(request.query));
      return sendCollection(shop, request, reply, query, async (reading) => {
        const productId = Number(request.params.id);
        const { page, total } = pageOfVariations(await findVariationRows(shop.db, productId, reading), query, reading);
        const items = page.map((row) => wooVariation(row, reading));
        return { items, total, page: query.page, perPage: query.per_page, tags: [`product:${productId}`] };
      });
    });

    app.get<ByVariation>(`${products}/${id}/variations/:variationId(^\\d{1,9}$)`, (request, reply) => {
      const query = parse(request, Single, wooQuery(request.query));
      return sendSingle(shop, request, reply, query, async (reading) => {
        const productId = Number(request.params.id);
        const rows = await findVariationRows(shop.db, productId, reading);
        const row = rows.find((one) => one.id === Number(request.params.variationId));
        if (!row) throw wooRefusals.variation();
        return { item: wooVariation(row, reading), tags: [`product:${productId}`] };
      });
    });
  };

const maySee = ({ merchant }: Reading, { status }: { status: string }): boolean => merchant || status === "publish";
