import type { Language, Translated } from "#contract/language.ts";
import type { TagBody, tagWrites } from "#contract/woo/tag.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import type { ResourceHandlers } from "#shop/kernel/woo/woo-writes.ts";
import { wooErrors } from "../woo/send-resource.ts";
import { findTag } from "../woo/tags.ts";
import { nextId, type Taxonomy, slugOfChanged, slugOfNew } from "./names.ts";
import { noTrash } from "./no-trash.ts";
import { setColumns } from "./set-columns.ts";
import { newText, mergeTermText } from "./taxonomy-write.ts";

const tagTaxonomy: Taxonomy = { space: { table: "tag" }, siblings: sql`true`, nested: false };

interface StoredTag {
  id: number;
  slug: string;
  name: Translated;
  description: Translated;
}

const lockTag = async (tx: Tx, id: number): Promise<StoredTag> => {
  const tag = await tx.one<StoredTag>(sql`select id, slug, name, description from tag where id = ${id} for update`);
  if (!tag) throw wooErrors.term();
  return tag;
};

async function insertTag(tx: Tx, body: TagBody, lang: Language): Promise<number> {
  const id = await nextId(tx, "tag");
  const name = mergeTermText(null, "name", { body, lang });
  const slug = await slugOfNew(tx, tagTaxonomy, { id, name, slug: body.slug });
  const description = mergeTermText(null, "description", { body, lang });
  await tx.run(sql`
    insert into tag (id, slug, name, description)
    values (${id}, ${slug}, ${json(name)}::jsonb, ${json(description)}::jsonb)`);
  return id;
}

async function updateTag(tx: Tx, before: StoredTag, body: TagBody, lang: Language): Promise<void> {
  const name = mergeTermText(before.name, "name", { body, lang });
  const slug = await slugOfChanged(tx, tagTaxonomy, { id: before.id, name, before: before.slug, slug: body.slug });
  const sets = setColumns({
    name: newText(before.name, name),
    slug: slug === before.slug ? undefined : sql`${slug}`,
    description: newText(before.description, mergeTermText(before.description, "description", { body, lang })),
  });
  if (sets) await tx.run(sql`update tag set ${sets} where id = ${before.id}`);
}

/** Write handlers of tags. */
export function tagHandlers({ db, config }: AppContext): ResourceHandlers<typeof tagWrites> {
  const read = async (tx: Tx, id: number, lang: Language): Promise<WooItem & { id: number }> => {
    const item = await findTag(tx, id, { merchant: true, lang, origin: config.publicUrl });
    if (!item) throw wooErrors.term();
    return { ...item, id };
  };
  return {
    create: (body, { lang }) => db.transaction(async (tx) => read(tx, await insertTag(tx, body, lang), lang)),
    update: (id, body, { lang }) =>
      db.transaction(async (tx) => {
        await updateTag(tx, await lockTag(tx, id), body, lang);
        return read(tx, id, lang);
      }),
    remove: (id, force, { lang }) =>
      db.transaction(async (tx) => {
        const item = await read(tx, id, lang);
        if (!force) throw noTrash();
        await tx.run(sql`select lock_products(array(select product_id from product_tag where tag_id = ${id}))`);
        await tx.run(sql`delete from product_tag where tag_id = ${id}`);
        await tx.run(sql`delete from tag where id = ${id}`);
        return item;
      }),
  };
}
