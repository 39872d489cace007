import type { Language, Translated } from "#contract/language.ts";
import type { TermBody, termWrites } from "#contract/woo/term.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import type { ResourceHandlers } from "#shop/kernel/woo/woo-writes.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { wooErrors } from "../woo/send-resource.ts";
import { findTerm } from "../woo/attributes.ts";
import { nextId, type Taxonomy, slugOfChanged, slugOfNew } from "./names.ts";
import { noTrash } from "./no-trash.ts";
import { lockAttributeProducts, removeTerm } from "./remove-attribute.ts";
import { setColumns } from "./set-columns.ts";
import { requireTaxonomyVersion } from "./taxonomy-version.ts";
import { newText, mergeTermText } from "./taxonomy-write.ts";

const taxonomyOf = (attributeId: number): Taxonomy => ({
  space: { table: "term", where: sql`attribute_id = ${attributeId}` },
  siblings: sql`true`,
  nested: false,
});

interface StoredTerm {
  id: number;
  slug: string;
  name: Translated;
  description: Translated;
}

async function requireAttribute(tx: Tx, id: number): Promise<void> {
  const found = await tx.one(sql`select id from attribute where id = ${id} and product_id is null`);
  if (!found) throw wooErrors.taxonomy();
}

/** The stored value, which does not change when the term is renamed, so another term may already have it. */
const freeValue = async (tx: Tx, attributeId: number, { en }: Translated): Promise<string> => {
  const rows = await tx.all<{ value: string }>(sql`select value from term where attribute_id = ${attributeId}`);
  const taken = new Set(rows.map(({ value }) => value));
  if (!taken.has(en)) return en;
  for (let number = 2; ; number++) if (!taken.has(`${en} (${number})`)) return `${en} (${number})`;
};

async function insertTerm(tx: Tx, attributeId: number, body: TermBody, lang: Language): Promise<number> {
  await requireAttribute(tx, attributeId);
  const id = await nextId(tx, "term");
  const name = mergeTermText(null, "name", { body, lang });
  const slug = await slugOfNew(tx, taxonomyOf(attributeId), { id, name, slug: body.slug });
  await tx.run(sql`
    insert into term (id, attribute_id, slug, value, name, description, menu_order)
    values (${id}, ${attributeId}, ${slug}, ${await freeValue(tx, attributeId, name)}, ${json(name)}::jsonb,
      ${json(mergeTermText(null, "description", { body, lang }))}::jsonb, ${body.menu_order ?? 0})`);
  return id;
}

/** @throws HttpError 404 */
async function lockTerm(tx: Tx, attributeId: number, id: number): Promise<StoredTerm> {
  await requireAttribute(tx, attributeId);
  await lockCatalog(tx);
  // search indexes the name: products are locked before the term, as by every writer
  await tx.run(sql`select lock_products(array(select product_id from product_term where term_id = ${id}))`);
  const before = await tx.one<StoredTerm>(sql`
    select id, slug, name, description from term where id = ${id} and attribute_id = ${attributeId} for update`);
  if (!before) throw wooErrors.term();
  return before;
}

async function updateTerm(
  tx: Tx,
  attributeId: number,
  before: StoredTerm,
  { body, lang }: { body: TermBody; lang: Language },
): Promise<void> {
  const name = mergeTermText(before.name, "name", { body, lang });
  const slug = await slugOfChanged(tx, taxonomyOf(attributeId), {
    id: before.id,
    name,
    before: before.slug,
    slug: body.slug,
  });
  const sets = setColumns({
    name: newText(before.name, name),
    slug: slug === before.slug ? undefined : sql`${slug}`,
    description: newText(before.description, mergeTermText(before.description, "description", { body, lang })),
    menu_order: body.menu_order === undefined ? undefined : sql`${body.menu_order}`,
  });
  if (sets) await tx.run(sql`update term set ${sets} where id = ${before.id}`);
}

/** Write handlers of an attribute's terms. */
export function termHandlers({ db, config }: AppContext): ResourceHandlers<typeof termWrites> {
  const read = async (tx: Tx, attributeId: number, id: number, lang: Language): Promise<WooItem & { id: number }> => {
    const item = await findTerm(tx, attributeId, id, { merchant: true, lang, origin: config.publicUrl });
    if (!item) throw wooErrors.term();
    return { ...item, id };
  };
  return {
    create: (body, { lang, path: { attribute_id: attributeId } }) =>
      db.transaction(async (tx) => read(tx, attributeId, await insertTerm(tx, attributeId, body, lang), lang)),
    update: (id, body, writer) =>
      db.transaction(async (tx) => {
        const { lang } = writer;
        const attributeId = writer.path.attribute_id;
        const before = await lockTerm(tx, attributeId, id);
        requireTaxonomyVersion(writer, await read(tx, attributeId, id, lang));
        await updateTerm(tx, attributeId, before, { body, lang });
        return read(tx, attributeId, id, lang);
      }),
    remove: (id, force, writer) =>
      db.transaction(async (tx) => {
        const { lang } = writer;
        const attributeId = writer.path.attribute_id;
        await requireAttribute(tx, attributeId);
        await read(tx, attributeId, id, lang);
        if (!force) throw noTrash();
        await lockAttributeProducts(tx, attributeId);
        await lockTerm(tx, attributeId, id);
        const item = await read(tx, attributeId, id, lang);
        requireTaxonomyVersion(writer, item);
        await removeTerm(tx, id);
        return item;
      }),
  };
}
