import type { FastifyPluginAsync } from "fastify";
import type { Language } from "#contract/language.ts";
import { productActions } from "#contract/woo/product-actions.ts";
import { type ProductCreate, ProductUpdate, productWrites } from "#contract/woo/product.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { conflict, loadedVersion } from "#shop/kernel/request/if-match.ts";
import type { Merchant } from "#shop/kernel/auth/keys.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { parseEntry, registerWrites, type Writer } from "#shop/kernel/woo/woo-writes.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { resolveImages } from "../pictures/import-images.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import type { ProductChange } from "../products/product-change.ts";
import { productErrors } from "../product-errors.ts";
import { deleteProduct, trashProduct } from "../products/remove-product.ts";
import { writeProduct } from "../products/write-products.ts";
import { prepareVariations, requireVersions, type SavedVariations, saveVariations } from "./save-variations.ts";
import { wooProduct } from "./product.ts";
import { changeOf } from "./product-body.ts";
import { findProductRows } from "./product-row.ts";
import { seesCosts } from "./send-resource.ts";

type WrittenProduct = WooItem & { id: number };

/** Responses to writes are in the edit context, as in WooCommerce. */
async function readBack(reader: Reader, shop: AppContext, id: number, writer: Writer): Promise<WrittenProduct> {
  const { lang, merchant } = writer;
  const reading = { merchant: true, edit: true, lang, costs: seesCosts(merchant), origin: shop.config.publicUrl };
  const [row] = await findProductRows(reader, sql`select ${id}::integer id, 1 place`, reading);
  if (!row) throw productErrors.unknown();
  return { id, ...wooProduct(row, reading) };
}

/** Images are fetched before the transaction, since other servers may be slow. */
async function prepare(shop: AppContext, body: ProductCreate | ProductUpdate, lang: Language): Promise<ProductChange> {
  return changeOf(body, { lang, pictureIds: await resolveImages(shop, body.images ?? []) });
}

type Write = { id: number | null; change: ProductChange; variations?: SavedVariations };

async function store(shop: AppContext, { id, change, variations }: Write, writer: Writer): Promise<WrittenProduct> {
  const version = writer.loaded;
  const now = shop.clock.now();
  try {
    return await shop.db.transaction(async (tx) => {
      if (id !== null && variations) {
        await lockCatalog(tx);
        await requireVersions(tx, id, variations);
      }
      const written = await writeProduct(tx, { id, change, version }, now);
      if (variations) await saveVariations(tx, written, variations, now);
      return readBack(tx, shop, written, writer);
    });
  } catch (error) {
    if (id === null || !(error instanceof HttpError) || error.status !== 412) throw error;
    throw conflict(writer.lang, await readBack(shop.db, shop, id, writer));
  }
}

/** Creates, changes and deletes products for merchants. */
export const productWriteRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerWrites(app, shop, productWrites, {
      async create(body, writer) {
        if (body.id) throw productErrors.exists();
        return store(shop, { id: null, change: await prepare(shop, body, writer.lang) }, writer);
      },
      async update(id, body, writer) {
        // nothing is fetched for a product that does not exist
        if (body.images && !(await shop.db.one(sql`select id from product where id = ${id}`))) {
          throw productErrors.unknownUpdate();
        }
        return store(shop, { id, change: await prepare(shop, body, writer.lang) }, writer);
      },
      remove: (id, force, writer) =>
        shop.db.transaction(async (tx) => {
          const before = await readBack(tx, shop, id, writer);
          await (force ? deleteProduct(tx, id) : trashProduct(tx, id, shop.clock.now()));
          return before;
        }),
    });
    registerEndpoint(
      app,
      shop,
      productActions.saveWithVariations,
      async ({ path: { id }, body, query: { lang }, caller, request }) => {
        const product = parseEntry(ProductUpdate, body.product, lang);
        const variations = await prepareVariations(shop, body, lang);
        const change = await prepare(shop, product, lang);
        const writer = { lang, merchant: caller as Merchant, loaded: loadedVersion(request) };
        return (await store(shop, { id, change, variations }, writer)) as never;
      },
    );
    registerEndpoint(app, shop, productActions.duplicate, ({ path: { id }, query: { lang }, caller }) =>
      shop.db.transaction(async (tx) => {
        const copy = await duplicateProduct(tx, id, shop.clock.now());
        return (await readBack(tx, shop, copy, { lang, merchant: caller as Merchant, loaded: null })) as never;
      }),
    );
  };
