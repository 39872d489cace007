import type { FastifyPluginAsync } from "fastify";
import { productReads } from "#contract/endpoints/catalog.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Version } from "#shop/kernel/cache/fragment-cache.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import { productVersion, variationVersion } from "../product-version.ts";
import { readProducts } from "../products/product-state.ts";
import { readParents } from "../variations/parent.ts";
import { findByCodes } from "./codes-page.ts";
import { wooProduct } from "./product.ts";
import { openVersionOf, productParts, productVersions } from "./product-fragments.ts";
import { findProductPage } from "./product-page.ts";
import { findProductRows } from "./product-row.ts";
import { type ReadContext, readerFor, sendCollection, sendSingle, wooErrors } from "./send-resource.ts";
import { wooVariation } from "./variation.ts";
import { variationAsProduct } from "./variation-as-product.ts";
import { pageOfVariations } from "./variation-page.ts";
import { findVariationRows, variationRows } from "./variation-row.ts";

/** Reads of products. */
export const productRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const versionOf = openVersionOf(shop.reads);
    registerEndpoint(app, shop, productReads.products, ({ request, reply, query }) =>
      sendCollection(shop, request, reply, query, async (reading) => {
        if ((query.sku || query.global_unique_id) && reading.merchant) {
          const { ids, ...found } = await findByCodes(readerFor(shop, reading), query, reading);
          const tags = ["products", ...ids.map((id) => `product:${id}`)];
          return { ...found, page: query.page, perPage: query.per_page, tags };
        }
        const { page, total } = await findProductPage(readerFor(shop, reading), query, reading);
        const { ids, items } = await productsOf(shop, page, reading, query);
        const tags = [
          "products",
          ...(query.orderby === "popularity" ? ["sales"] : []),
          ...ids.map((id) => `product:${id}`),
        ];
        return { items, total, page: query.page, perPage: query.per_page, tags };
      }),
    );

    registerEndpoint(app, shop, productReads.product, ({ request, reply, query, path: { id } }) =>
      sendSingle(shop, request, reply, query, async (reading) => {
        const version = await versionFor(shop, id, reading);
        const { items } = isWhole(reading, query)
          ? await partsOf(
              shop,
              [await versionOf(id)].filter((one) => one !== undefined),
              reading,
            )
          : await productsOf(shop, sql`select ${id}::integer id, 1 place`, reading, query);
        if (items[0]) return { item: items[0], tags: [`product:${id}`], version };
        const [variation] = reading.merchant
          ? await variationRows(readerFor(shop, reading), sql`v.id = ${id}`, reading)
          : [];
        if (!variation) throw wooErrors.product();
        return { item: variationAsProduct(variation, reading), tags: [`product:${variation.productId}`] };
      }),
    );
  };

/**
 * Version of a product for merchants: they may write it with `If-Match`. Read it before the product: with a change in between it is too old,
 * so that a write is refused; one read afterwards would let a write of the old content through.
 */
async function versionFor(shop: AppContext, id: number, reading: ReadContext): Promise<string | undefined> {
  if (!reading.merchant) return undefined;
  const state = (await readProducts(readerFor(shop, reading), [id])).get(id);
  return state && productVersion(state);
}

/** Versions of a product's variations by their ids. As with {@link versionFor}, read them before the variations. */
async function variationVersionsOf(
  shop: AppContext,
  productId: number,
  reading: ReadContext,
): Promise<Map<number, string>> {
  if (!reading.merchant) return new Map();
  const parent = (await readParents(readerFor(shop, reading), [productId])).get(productId);
  return new Map(parent?.variations.map((one) => [one.id, variationVersion(one)]));
}

interface FieldsQuery {
  _fields?: string[] | undefined;
}

/** Whether products are read as by the storefront, with all fields. */
const isWhole = ({ merchant }: ReadContext, { _fields }: FieldsQuery): boolean => !merchant && !_fields;

interface ProductItems {
  ids: number[];
  items: readonly WooItem[] | readonly Buffer[];
}

/** Products assembled from cached fragments. */
const partsOf = async (
  shop: AppContext,
  versions: readonly Version[],
  reading: ReadContext,
): Promise<ProductItems> => ({
  ids: versions.map(({ id }) => id),
  items: await productParts(shop.reads, shop.cache.fragments, versions, reading),
});

/** Products of a page; complete ones for the storefront are assembled from cached fragments. */
async function productsOf(
  shop: AppContext,
  page: Sql,
  reading: ReadContext,
  query: FieldsQuery,
): Promise<ProductItems> {
  if (isWhole(reading, query)) return partsOf(shop, await productVersions(shop.reads, page), reading);
  const rows = (await findProductRows(readerFor(shop, reading), page, reading)).filter((row) => maySee(reading, row));
  return { ids: rows.map(({ id }) => id), items: rows.map((row) => wooProduct(row, reading)) };
}

/** Reads of a product's variations. */
export const variationRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, productReads.variations, ({ request, reply, query, path: { product_id: productId } }) =>
      sendCollection(shop, request, reply, query, async (reading) => {
        // those that edit a product with its variations write each with its version
        const versions = reading.edit ? await variationVersionsOf(shop, productId, reading) : new Map<number, string>();
        const { page, total } = pageOfVariations(
          await findVariationRows(readerFor(shop, reading), productId, reading),
          query,
          reading,
        );
        const items = page.map((row) => ({
          ...wooVariation(row, reading),
          ...(versions.has(row.id) && { version: versions.get(row.id) }),
        }));
        return { items, total, page: query.page, perPage: query.per_page, tags: [`product:${productId}`] };
      }),
    );

    registerEndpoint(
      app,
      shop,
      productReads.variation,
      ({ request, reply, query, path: { product_id: productId, id } }) =>
        sendSingle(shop, request, reply, query, async (reading) => {
          const version = (await variationVersionsOf(shop, productId, reading)).get(id);
          const row = (await findVariationRows(readerFor(shop, reading), productId, reading)).find(
            (one) => one.id === id,
          );
          if (!row) throw wooErrors.variation();
          return { item: wooVariation(row, reading), tags: [`product:${productId}`], version };
        }),
    );
  };

const maySee = ({ merchant }: ReadContext, { status }: { status: string }): boolean => merchant || status === "publish";
