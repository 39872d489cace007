import type { Language } from "#contract/language.ts";
import type { CategoryBody, categoryWrites } from "#contract/woo/category.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import type { ResourceHandlers } from "#shop/kernel/woo/woo-writes.ts";
import { setImageName, resolveImage } from "../pictures/single-image.ts";
import { wooErrors } from "../woo/send-resource.ts";
import { findCategory } from "../woo/categories.ts";
import { defaultCategorySlug } from "./default-category.ts";
import { noTrash } from "./no-trash.ts";
import { removeCategory } from "./remove-category.ts";
import { requireTaxonomyVersion } from "./taxonomy-version.ts";
import { type CategoryWrite, insertCategory, lockCategory, updateCategory } from "./write-category.ts";

/** Write handlers of categories. */
export function categoryHandlers(shop: AppContext): ResourceHandlers<typeof categoryWrites> {
  const { db, config } = shop;
  const read = async (tx: Tx, id: number, lang: Language): Promise<WooItem & { id: number }> => {
    const item = await findCategory(tx, id, { merchant: true, lang, origin: config.publicUrl });
    if (!item) throw wooErrors.term();
    return { ...item, id };
  };
  const prepare = async (body: CategoryBody, lang: Language): Promise<CategoryWrite> => {
    const pictureId = await resolveImage(shop, body.image);
    return { body, lang, pictureId, giftPictureId: await resolveImage(shop, body.gift?.image) };
  };
  return {
    create: async (body, { lang }) => {
      const write = await prepare(body, lang);
      return db.transaction(async (tx) => {
        const id = await insertCategory(tx, write);
        await setImageName(tx, write.pictureId, body.image?.name);
        return read(tx, id, lang);
      });
    },
    update: async (id, body, writer) => {
      const { lang } = writer;
      const write = await prepare(body, lang);
      return db.transaction(async (tx) => {
        const before = await lockCategory(tx, id);
        if (!before) throw wooErrors.term();
        requireTaxonomyVersion(writer, await read(tx, id, lang));
        await updateCategory(tx, before, write);
        await setImageName(tx, write.pictureId, body.image?.name);
        return read(tx, id, lang);
      });
    },
    remove: (id, force, writer) =>
      db.transaction(async (tx) => {
        const before = await lockCategory(tx, id);
        if (!before) throw wooErrors.term();
        if (!force) throw noTrash();
        if (before.slug === defaultCategorySlug) {
          throw new HttpError(500, "woocommerce_rest_cannot_delete", "Default product category cannot be deleted.");
        }
        const item = await read(tx, id, writer.lang);
        requireTaxonomyVersion(writer, item);
        await removeCategory(tx, before);
        return item;
      }),
  };
}
