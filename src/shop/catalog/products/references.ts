import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { findTags } from "../find-tags.ts";
import type { ProductChange } from "./product-change.ts";
import { wrongParam } from "../product-errors.ts";

/** Entities that writes may refer to, looked up once for all of them. */
export interface References {
  categories: ReadonlySet<number>;
  tags: ReadonlySet<number>;
  tagNamed(name: string): number;
  attributes: ReadonlySet<number>;
  pictures: ReadonlySet<number>;
  gifts: ReadonlySet<string>;
}

const tagNames = ({ tags = [] }: ProductChange): string[] => tags.flatMap((tag) => ("name" in tag ? [tag.name] : []));
const tagIds = ({ tags = [] }: ProductChange): number[] => tags.flatMap((tag) => ("id" in tag ? [tag.id] : []));
const attributeIds = ({ attributes = [] }: ProductChange): number[] => attributes.flatMap(({ id }) => id ?? []);
const pictureIds = ({ pictures = [] }: ProductChange): number[] => pictures.map(({ id }) => id);

/** Looks up, in two statements, everything that the changes refer to. */
export async function lookUp(tx: Tx, changes: readonly ProductChange[]): Promise<References> {
  const all = <Value>(of: (change: ProductChange) => Value[]): Value[] => [...new Set(changes.flatMap(of))];
  const found = await tx.one<
    Record<"categories" | "tags" | "attributes" | "pictures", number[]> & {
      gifts: string[];
    }
  >(sql`
    select array(select id from category where id = any(${all(({ categoryIds = [] }) => categoryIds)}::integer[])) categories,
      array(select id from tag where id = any(${all(tagIds)}::integer[])) tags,
      array(select id from attribute where product_id is null and id = any(${all(attributeIds)}::integer[])) attributes,
      array(select id from picture where id = any(${all(pictureIds)}::integer[])) pictures,
      array(select slug from gift where slug = any(${all(({ giftSlug }) => (giftSlug ? [giftSlug] : []))}::text[])) gifts`);
  const tagNamed = await findTags(tx, all(tagNames));
  return {
    categories: new Set(found?.categories),
    tags: new Set(found?.tags),
    attributes: new Set(found?.attributes),
    pictures: new Set(found?.pictures),
    gifts: new Set(found?.gifts),
    tagNamed,
  };
}

function checkIds(ids: readonly number[], known: ReadonlySet<number>, field: string, what: string): void {
  const index = ids.findIndex((id) => !known.has(id));
  if (index >= 0) throw wrongParam(field, `${field} names ${ids[index]}, which is the id of no ${what}.`);
}

/** @throws HttpError for a reference to something that does not exist */
export function checkReferences(change: ProductChange, known: References): void {
  checkIds(change.categoryIds ?? [], known.categories, "categories", "category");
  checkIds(tagIds(change), known.tags, "tags", "tag");
  checkIds(attributeIds(change), known.attributes, "attributes", "attribute");
  checkIds(pictureIds(change), known.pictures, "images", "picture");
  if (change.giftSlug && !known.gifts.has(change.giftSlug)) {
    throw wrongParam("gift_slug", `gift_slug names "${change.giftSlug}", which is the slug of no gift.`);
  }
}

/** Tag ids of a write; undefined if it does not mention tags. */
export const tagIdsOf = ({ tags }: ProductChange, { tagNamed }: References): number[] | undefined =>
  tags && [...new Set(tags.map((tag) => ("id" in tag ? tag.id : tagNamed(tag.name))))];
