import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { findTags } from "../find-tags.ts";
import { storePictures } from "../pictures/store-image.ts";
import type { PreparedProduct, LineWriteContext } from "./line-write-context.ts";
import { AttributeFinder } from "./find-attributes.ts";
import { CsvCategoryFinder } from "./find-categories.ts";
import type { LineImage } from "./line-images.ts";
import { ProductLineError, wrong } from "./outcomes.ts";
import { idOfReference, type PlannedLine } from "./plan.ts";
import type { PreparedLine } from "./prepare-lines.ts";
import { foldedName } from "./scan-lines.ts";

/** Ids of the images of lines; the shop's own are looked up. */
async function pictureIds(tx: Tx, lines: readonly PreparedLine[]): Promise<LineReferences["pictures"]> {
  const all = lines.flatMap(({ pictures, giftPicture }) => (giftPicture ? [...pictures, giftPicture] : pictures));
  const own = all.flatMap((picture) => ("ready" in picture ? [picture.hash] : []));
  const rows = await tx.all<{ id: number; hash: string }>(
    sql`select id, hash from picture where hash = any(${own}::text[])`,
  );
  const known = new Map(rows.map(({ id, hash }) => [hash, id]));
  const missing = all.flatMap((picture) =>
    "ready" in picture ? (known.has(picture.hash) ? [] : (picture.ready ?? [])) : picture,
  );
  const stored = await storePictures(tx, missing);
  return (pictures) =>
    pictures.map(({ hash }) => {
      const id = known.get(hash) ?? stored.get(hash);
      if (id !== undefined) return id;
      throw new ProductLineError(wrong("images", `The shop has no picture /media/${hash}.`));
    });
}

/** Finds products and variations that lines refer to by SKU or id, in the file or in the shop. */
async function productFinder(
  { tx, plan }: LineWriteContext,
  references: readonly string[],
): Promise<(reference: string) => number> {
  const named = sql`sku = any(${references}::text[])
    or id = any(${references.flatMap((one) => idOfReference(one) ?? [])}::bigint[])`;
  const rows = await tx.all<{ id: number; sku: string | null }>(sql`
    select id, sku from product where ${named} union all select id, sku from variation where ${named}`);
  const ids = new Set(rows.map(({ id }) => id));
  const bySku = new Map(rows.map(({ id, sku }) => [sku, id]));
  const inFile = (line: PlannedLine | undefined) => line && (line.id ?? line.newId);
  return (reference) => {
    const id = idOfReference(reference);
    const references =
      id === null
        ? (inFile(plan.bySku.get(reference)) ?? bySku.get(reference))
        : (inFile(plan.byId.get(id)) ?? (ids.has(id) ? id : undefined));
    if (references != null) return references;
    throw new ProductLineError({ field: "", reason: `names ${reference}, which is the code or id of no product.` });
  };
}

interface ProductOptionRow {
  productId: number;
  id: number;
  own: boolean;
  names: string[];
}

const sharedKey = (productId: number | null, id: number): string => `${productId} shared ${id}`;
const ownKey = (productId: number | null, name: string): string => `${productId} own ${foldedName(name)}`;

/** Finds which attributes the products use for variations: shared ones by id, a product's own by name. */
async function findVariationAttributes(
  tx: Tx,
  ids: readonly number[],
): Promise<LineReferences["isVariationAttribute"]> {
  const rows = await tx.all<ProductOptionRow>(sql`
    select po.product_id "productId", a.id, a.product_id is not null own,
      array[a.name ->> 'vi', a.name ->> 'en', a.slug] names
    from product_option po join attribute a on a.id = po.attribute_id where po.product_id = any(${ids}::integer[])`);
  const keys = new Set(
    rows.flatMap(({ productId, id, own, names }) =>
      own ? names.map((name) => ownKey(productId, name)) : [sharedKey(productId, id)],
    ),
  );
  return (productId, { id, name }) => keys.has(id === null ? ownKey(productId, name) : sharedKey(productId, id));
}

/** The entities that the lines of one transaction refer to. */
export interface LineReferences {
  categories: CsvCategoryFinder;
  attributes: AttributeFinder;
  pictures: (pictures: readonly LineImage[]) => number[];
  /** slugs of existing gifts */
  gifts: Set<string>;
  productId: (reference: string) => number;
  /** @param attribute without an id it is one of the product's own */
  isVariationAttribute: (productId: number | null, attribute: { id: number | null; name: string }) => boolean;
}

/** Looks up what the lines refer to, in a number of statements that does not depend on how many they are. */
export async function findReferences(
  work: LineWriteContext,
  products: readonly PreparedProduct[],
  lines: readonly PreparedLine[],
): Promise<LineReferences> {
  const { tx } = work;
  const references = products.flatMap(({ product }) => [...(product.upsells ?? []), ...(product.crossSells ?? [])]);
  const tags = products.flatMap(({ product }) => product.tags ?? []);
  await findTags(
    tx,
    tags.map(({ name }) => name),
    new Map(tags.flatMap(({ name, en }) => (en ? [[name, en] as const] : []))),
  );
  const gifts = await tx.all<{ slug: string }>(sql`
    select slug from gift where slug = any(${products.flatMap(({ product }) => product.change.giftSlug ?? [])}::text[])`);
  return {
    gifts: new Set(gifts.map(({ slug }) => slug)),
    categories: await CsvCategoryFinder.open(tx),
    attributes: await AttributeFinder.open(tx),
    pictures: await pictureIds(tx, lines),
    productId: await productFinder(work, references),
    isVariationAttribute: await findVariationAttributes(
      tx,
      products.flatMap(({ planned }) => planned.id ?? []),
    ),
  };
}
