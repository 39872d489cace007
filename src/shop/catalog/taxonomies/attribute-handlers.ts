import type { Language } from "#contract/language.ts";
import type { attributeWrites } from "#contract/woo/attribute.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import type { ResourceHandlers } from "#shop/kernel/woo/woo-writes.ts";
import { wooErrors } from "../woo/send-resource.ts";
import { findAttributes } from "../woo/attributes.ts";
import { noTrash } from "./no-trash.ts";
import { lockAttributeProducts, removeAttribute } from "./remove-attribute.ts";
import { requireTaxonomyVersion } from "./taxonomy-version.ts";
import { insertAttribute, lockAttribute, updateAttribute } from "./write-attribute.ts";

/** Write handlers of shared attributes. */
export function attributeHandlers({ db, config }: AppContext): ResourceHandlers<typeof attributeWrites> {
  const read = async (tx: Tx, id: number, lang: Language): Promise<WooItem & { id: number }> => {
    const [item] = await findAttributes(tx, { merchant: true, lang, origin: config.publicUrl }, id);
    if (!item) throw wooErrors.attribute();
    return { ...item, id };
  };
  return {
    create: (body, { lang }) => db.transaction(async (tx) => read(tx, await insertAttribute(tx, body, lang), lang)),
    update: (id, body, writer) =>
      db.transaction(async (tx) => {
        const { lang } = writer;
        const before = await lockAttribute(tx, id);
        requireTaxonomyVersion(writer, await read(tx, id, lang));
        await updateAttribute(tx, before, body, lang);
        return read(tx, id, lang);
      }),
    remove: (id, force, writer) =>
      db.transaction(async (tx) => {
        await read(tx, id, writer.lang);
        if (!force) throw noTrash();
        await lockAttributeProducts(tx, id);
        await lockAttribute(tx, id);
        const item = await read(tx, id, writer.lang);
        requireTaxonomyVersion(writer, item);
        await removeAttribute(tx, id);
        return item;
      }),
  };
}
