import type { VariationBody, variationWrites } from "#contract/woo/variation.ts";
import type { Reader, Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import { conflict, isOutdated } from "#shop/kernel/request/if-match.ts";
import type { ResourceHandlers, Writer } from "#shop/kernel/woo/woo-writes.ts";
import { claimSkus } from "../claim-skus.ts";
import { setImageName, resolveImage } from "../pictures/single-image.ts";
import { wrongParam } from "../product-errors.ts";
import { variationVersion } from "../product-version.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { seesCosts } from "./send-resource.ts";
import { wooVariation } from "./variation.ts";
import { findVariationRows } from "./variation-row.ts";
import { lockParent, type ParentProduct, type StoredVariation } from "../variations/parent.ts";
import { removeVariation, trashVariation } from "../variations/remove-variation.ts";
import { changeOf, type VariationChange } from "../variations/variation-change.ts";
import { writeVariation } from "../variations/write-variation.ts";

const invalidId = (status: number): HttpError =>
  new HttpError(status, "woocommerce_rest_product_variation_invalid_id", "Invalid ID.");

const variationErrors = {
  exists: () =>
    new HttpError(400, "woocommerce_rest_product_variation_exists", "Cannot create existing product_variation."),
  noParent: () =>
    new HttpError(
      404,
      "woocommerce_rest_product_variation_invalid_parent",
      "Cannot set attributes due to invalid parent product.",
    ),
};

/** WooCommerce has separate error codes for a variation's image. */
export async function resolveVariationImage(
  shop: AppContext,
  image: VariationBody["image"],
): Promise<number | null | undefined> {
  try {
    return await resolveImage(shop, image);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { status, message, extra } = error;
    throw new HttpError(status, error.code.replace("_product_", "_variation_"), message, { extra });
  }
}

async function claimSku(tx: Tx, id: number, { sku }: VariationChange): Promise<void> {
  if (!sku) return;
  const refused = (await claimSkus(tx, [{ id, sku }])).get(id);
  if (refused) throw refused;
}

const requireVariation = (
  parent: ParentProduct | undefined,
  id: number,
  status: number,
): { parent: ParentProduct; before: StoredVariation } => {
  const before = parent?.variations.find((one) => one.id === id);
  if (!parent || !before) throw invalidId(status);
  return { parent, before };
};

/** Write handlers of variations. */
export function variationHandlers(shop: AppContext): ResourceHandlers<typeof variationWrites> {
  const { db, clock, config } = shop;
  const read = async (
    tx: Reader,
    { productId, id }: { productId: number; id: number },
    { lang, merchant }: Writer,
  ): Promise<WooItem & { id: number }> => {
    const reading = { merchant: true, edit: true, lang, costs: seesCosts(merchant), origin: config.publicUrl };
    const row = (await findVariationRows(tx, productId, reading)).find((one) => one.id === id);
    if (!row) throw invalidId(404);
    return { ...wooVariation(row, reading), id };
  };
  return {
    create: async (body, writer) => {
      const { lang } = writer;
      const productId = writer.path.product_id;
      if (body.id) throw variationErrors.exists();
      const change = changeOf(body, lang, await resolveVariationImage(shop, body.image));
      return db.transaction(async (tx) => {
        await lockCatalog(tx);
        const parent = await lockParent(tx, productId);
        if (!parent) throw variationErrors.noParent();
        if (parent.type !== "variable") {
          throw wrongParam("product_id", "product_id must name a product of type variable.");
        }
        await claimSku(tx, 0, change);
        const id = await writeVariation(tx, parent, { before: null, change, now: clock.now() });
        await setImageName(tx, change.pictureId, body.image?.name);
        return read(tx, { productId, id }, writer);
      });
    },
    update: async (id, body, writer) => {
      const { lang, loaded } = writer;
      const productId = writer.path.product_id;
      const change = changeOf(body, lang, await resolveVariationImage(shop, body.image));
      return db.transaction(async (tx) => {
        if (change.sku || change.choices) await lockCatalog(tx);
        const { parent, before } = requireVariation(await lockParent(tx, productId), id, 400);
        if (isOutdated(loaded, variationVersion(before)))
          throw conflict(lang, await read(tx, { productId, id }, writer));
        await claimSku(tx, id, change);
        await writeVariation(tx, parent, { before, change, now: clock.now() });
        await setImageName(tx, change.pictureId, body.image?.name);
        return read(tx, { productId, id }, writer);
      });
    },
    remove: (id, force, writer) =>
      db.transaction(async (tx) => {
        const productId = writer.path.product_id;
        const { parent, before } = requireVariation(await lockParent(tx, productId), id, 404);
        const item = await read(tx, { productId, id }, writer);
        if (isOutdated(writer.loaded, variationVersion(before))) throw conflict(writer.lang, item);
        if (force) await removeVariation(tx, parent, before);
        else await trashVariation(tx, before, clock.now());
        return item;
      }),
  };
}
