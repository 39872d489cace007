import type { Language, Translated } from "#contract/language.ts";
import type { CategoryBody } from "#contract/woo/category.ts";
import { json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { wrongParam } from "../product-errors.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { sameText, mergeText } from "../merge-translations.ts";
import { setUsualGift, upsertGift } from "./category-gift.ts";
import { type ParentCategory, parentOf } from "./category-parent.ts";
import { defaultCategorySlug } from "./default-category.ts";
import { nextId, type Taxonomy, slugOfChanged, slugOfNew } from "./names.ts";
import { setColumns } from "./set-columns.ts";

/** A write of a category, its images already stored. */
export interface CategoryWrite {
  body: CategoryBody;
  lang: Language;
  /** see resolveImage */
  pictureId: number | null | undefined;
  giftPictureId: number | null | undefined;
}

export interface StoredCategory {
  id: number;
  slug: string;
  parentId: number | null;
  kind: string;
  name: Translated;
  description: Translated;
  pictureId: number | null;
  alt: Translated | null;
}

const taxonomyOf = (parent: ParentCategory): Taxonomy => ({
  space: { table: "category" },
  siblings: sql`parent_id is not distinct from ${parent?.id ?? null}::integer`,
  parentSlug: parent?.slug,
  nested: true,
});

const mergedText = (
  stored: Translated | null,
  field: "name" | "description",
  { body, lang }: CategoryWrite,
): Translated => {
  const { vi, en } = body.translations ?? {};
  return mergeText(stored, { lang, text: body[field], translations: { vi: vi?.[field], en: en?.[field] } });
};

const changedText = (before: Translated | null, after: Translated | null): Sql | undefined =>
  after === null || sameText(before, after) ? undefined : sql`${json(after)}::jsonb`;

/** null clears the gift, undefined leaves it. */
async function writeGift(tx: Tx, id: number, { body, lang, giftPictureId }: CategoryWrite): Promise<void> {
  if (body.gift === undefined) return;
  const slug = body.gift && (await upsertGift(tx, { gift: body.gift, pictureId: giftPictureId, lang }));
  await setUsualGift(tx, id, slug);
}

/**
 * The image's alt text after a write, null for the category's name. A whole read response may be sent back: its alt
 * text is no change.
 */
function altAfter(
  before: StoredCategory | null,
  { body, lang, pictureId }: CategoryWrite,
): Translated | null | undefined {
  if (pictureId === undefined) return undefined;
  const isSameImage = before && before.pictureId === pictureId;
  const { alt } = body.image ?? {};
  if (!alt || !pictureId) return isSameImage ? undefined : null;
  if (isSameImage && alt === (before.alt ?? before.name)[lang]) return undefined;
  return mergeText(isSameImage ? before.alt : null, { lang, text: alt });
}

/** The columns that a write sets. */
function columnsOf(before: StoredCategory | null, write: CategoryWrite) {
  const { body, pictureId } = write;
  const alt = altAfter(before, write);
  return {
    description: changedText(
      before?.description ?? null,
      mergedText(before?.description ?? null, "description", write),
    ),
    kind: body.kind === before?.kind ? undefined : body.kind && sql`${body.kind}`,
    display: body.display && sql`${body.display}`,
    menu_order: body.menu_order === undefined ? undefined : sql`${body.menu_order}`,
    picture_id: pictureId === undefined ? undefined : sql`${pictureId}::integer`,
    picture_alt: alt === undefined ? undefined : sql`${alt && json(alt)}::jsonb`,
  };
}

/** @returns the new category's id @throws HttpError 400 naming the invalid field */
export async function insertCategory(tx: Tx, write: CategoryWrite): Promise<number> {
  const { body } = write;
  await lockCatalog(tx);
  const id = await nextId(tx, "category");
  const parent = await parentOf(tx, id, body.parent ?? 0);
  const name = mergedText(null, "name", write);
  const slug = await slugOfNew(tx, taxonomyOf(parent), { id, name, slug: body.slug });
  const columns = columnsOf(null, write);
  await tx.run(sql`
    insert into category (id, slug, kind, parent_id, menu_order, name, description, picture_id, picture_alt, display)
    values (${id}, ${slug}, ${columns.kind ?? sql`'jewelry'`}, ${parent?.id ?? null}::integer,
      ${columns.menu_order ?? sql`0`}, ${json(name)}::jsonb, ${columns.description ?? sql`'{"vi": "", "en": ""}'`},
      ${columns.picture_id ?? sql`null`}, ${columns.picture_alt ?? sql`null`},
      ${columns.display ?? sql`'default'`})`);
  await writeGift(tx, id, write);
  return id;
}

/** The storefront identifies the default category by its slug and hides it. */
function protectDefaultCategory({ slug }: StoredCategory, { body }: CategoryWrite): void {
  if (slug !== defaultCategorySlug) return;
  if (body.slug !== undefined && body.slug !== slug) {
    throw wrongParam("slug", `slug must stay ${slug}: products without a category are filed here.`);
  }
  if (body.kind !== undefined && body.kind !== "hidden") throw wrongParam("kind", "kind must stay hidden.");
}

/** Locks a category after its products, which its triggers write: the lock order of the other writers. */
export async function lockCategory(tx: Tx, id: number): Promise<StoredCategory | undefined> {
  await lockCatalog(tx);
  await tx.run(sql`
    select lock_products(array(select distinct product_id from product_category join category_path using (category_id)
                               where ancestor_id = ${id}))`);
  return tx.one<StoredCategory>(sql`
    select id, slug, parent_id "parentId", kind, name, description, picture_id "pictureId", picture_alt alt
    from category where id = ${id} for update`);
}

/** @throws HttpError 400 naming the invalid field */
export async function updateCategory(tx: Tx, before: StoredCategory, write: CategoryWrite): Promise<void> {
  const { id } = before;
  protectDefaultCategory(before, write);
  const moved = write.body.parent !== undefined && write.body.parent !== (before.parentId ?? 0);
  const parent = await parentOf(tx, id, write.body.parent ?? before.parentId ?? 0);
  const name = mergedText(before.name, "name", write);
  const slug = await slugOfChanged(tx, taxonomyOf(parent), {
    ...{ id, name, before: before.slug },
    slug: write.body.slug,
  });
  const sets = setColumns({
    ...columnsOf(before, write),
    name: changedText(before.name, name),
    slug: slug === before.slug ? undefined : sql`${slug}`,
    parent_id: moved ? sql`${parent?.id ?? null}::integer` : undefined,
  });
  if (sets) await tx.run(sql`update category set ${sets} where id = ${id}`);
  await writeGift(tx, id, write);
}
