import type { FastifyPluginAsync } from "fastify";
import type { Language } from "#contract/language.ts";
import { type ProductCreate, type ProductUpdate, productWrites } from "#contract/woo/product.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import { registerWrites } from "#shop/kernel/woo/woo-writes.ts";
import { resolveImages } from "../pictures/import-images.ts";
import type { ProductChange } from "../products/product-change.ts";
import { productErrors } from "../products/product-errors.ts";
import { deleteProduct, trashProduct } from "../products/remove-product.ts";
import { writeProduct } from "../products/write-products.ts";
import { wooProduct } from "./product.ts";
import { changeOf } from "./product-body.ts";
import { findProductRows } from "./product-row.ts";

type WrittenProduct = WooItem & { id: number };

/** Responses to writes are in the edit context, as in WooCommerce. */
async function readBack(reader: Reader, shop: AppContext, id: number, lang: Language): Promise<WrittenProduct> {
  const reading = { merchant: true, edit: true, lang, origin: shop.config.publicUrl };
  const [row] = await findProductRows(reader, sql`select ${id}::integer id, 1 place`, reading);
  if (!row) throw productErrors.unknown();
  return { id, ...wooProduct(row, reading) };
}

/** Images are fetched before the transaction, since other servers may be slow. */
async function prepare(shop: AppContext, body: ProductCreate | ProductUpdate, lang: Language): Promise<ProductChange> {
  return changeOf(body, { lang, pictureIds: await resolveImages(shop, body.images ?? []) });
}

const store = (shop: AppContext, id: number | null, change: ProductChange, lang: Language): Promise<WrittenProduct> =>
  shop.db.transaction(async (tx) => readBack(tx, shop, await writeProduct(tx, { id, change }, shop.clock.now()), lang));

/** Creates, changes and deletes products for merchants. */
export const productWriteRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerWrites(app, shop, productWrites, {
      async create(body, { lang }) {
        if (body.id) throw productErrors.exists();
        return store(shop, null, await prepare(shop, body, lang), lang);
      },
      async update(id, body, { lang }) {
        // nothing is fetched for a product that does not exist
        if (body.images && !(await shop.db.one(sql`select id from product where id = ${id}`))) {
          throw productErrors.unknownUpdate();
        }
        return store(shop, id, await prepare(shop, body, lang), lang);
      },
      remove: (id, force, { lang }) =>
        shop.db.transaction(async (tx) => {
          const before = await readBack(tx, shop, id, lang);
          await (force ? deleteProduct(tx, id) : trashProduct(tx, id, shop.clock.now()));
          return before;
        }),
    });
  };
