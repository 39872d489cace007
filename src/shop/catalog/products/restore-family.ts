import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { claimSkus, type SkuClaim } from "../claim-skus.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { freeSlugs } from "../slugs.ts";
import type { StoredVariation } from "../variations/parent.ts";
import { storeVariations, type VariationStep } from "../variations/store-variations.ts";
import { type FamilySnapshot, familyVersion, type ProductFamily, readFamilies } from "./product-family.ts";
import type { ProductState } from "./product-state.ts";
import { storeParts } from "./store-parts.ts";
import { storeProducts } from "./store-products.ts";
import { writeProduct } from "./write-products.ts";

/**
 * Why a product cannot be restored: it changed since, was deleted, one of its SKUs is that of another product, it refers to something that
 * was deleted, or more units were sold than it would have.
 */
export type RestoreProblem = "changed" | "missing" | "sku" | "reference" | "sold";

export interface RestoreInput {
  productId: number;
  /** null: the product did not exist, so it is moved to the trash */
  before: FamilySnapshot | null;
  /** units of its stocks when the change had been made, see unitsOf */
  units: Readonly<Record<number, number>>;
  /** of the product when the change had been made, see familyVersion */
  version: string;
  now: Date;
}

const dateOf = (stored: Date | string | null): Date | null => (stored === null ? null : new Date(stored));

/** A snapshot that was read from JSON. */
const revived = ({ product, variations, ...own }: FamilySnapshot): FamilySnapshot => ({
  ...own,
  product: {
    ...product,
    ...{ saleFrom: dateOf(product.saleFrom), saleTo: dateOf(product.saleTo) },
    createdAt: new Date(product.createdAt),
  },
  variations: variations.map((one) => ({ ...one, saleFrom: dateOf(one.saleFrom), saleTo: dateOf(one.saleTo) })),
});

/** Inserts the attributes and terms that were the product's own and have been deleted since. */
async function restoreOwn(tx: Tx, { attributes, terms }: FamilySnapshot): Promise<void> {
  if (attributes.length === 0) return;
  await tx.run(sql`
    insert into attribute select * from jsonb_populate_recordset(null::attribute, ${json(attributes)}::jsonb)
    on conflict do nothing`);
  await tx.run(sql`
    insert into term select * from jsonb_populate_recordset(null::term, ${json(terms)}::jsonb) on conflict do nothing`);
}

/** Whether everything that the product refers to still exists. */
async function hasReferences(tx: Tx, { product, variations }: FamilySnapshot): Promise<boolean> {
  const choices = variations.flatMap((one) => one.choices);
  const terms = [...product.attributes.flatMap(({ termIds }) => termIds), ...choices.map(({ termId }) => termId)];
  const attributes = [...product.attributes.map(({ id }) => id), ...choices.map(({ attributeId }) => attributeId)];
  const pictures = [...product.pictures.map(({ id }) => id), ...variations.flatMap(({ pictureId }) => pictureId ?? [])];
  const row = await tx.one<{ missing: boolean }>(sql`
    select exists (select from unnest(${product.categoryIds}::integer[]) c where not exists (select from category where id = c))
      or exists (select from unnest(${product.tagIds}::integer[]) g where not exists (select from tag where id = g))
      or exists (select from unnest(${pictures}::integer[]) i where not exists (select from picture where id = i))
      or exists (select from unnest(${attributes}::integer[]) a where not exists (select from attribute where id = a))
      or exists (select from unnest(${terms}::integer[]) t where not exists (select from term where id = t))
      or (${product.giftSlug}::text is not null and not exists (select from gift where slug = ${product.giftSlug})) missing`);
  return row?.missing === false;
}

/** Claims the SKUs that the product and its variations get back. @returns whether all of them are free */
async function claimOwnSkus(tx: Tx, before: FamilySnapshot, current: ProductFamily): Promise<boolean> {
  const now = new Map([current.product, ...current.parent.variations].map(({ id, sku }) => [id, sku]));
  const claims = [before.product, ...before.variations].flatMap(({ id, sku }): SkuClaim[] =>
    sku !== null && now.get(id) !== sku ? [{ id, sku }] : [],
  );
  const family = [...now.keys()];
  const taken = await tx.one(sql`
    select from (
      select id, sku, status = 'trash' trashed from product
      union all
      select v.id, v.sku, v.status = 'trash' or p.status = 'trash' from variation v join product p on p.id = v.product_id) o
    where o.sku = any(${claims.map(({ sku }) => sku)}::text[]) and o.id <> all(${family}::integer[]) and not o.trashed limit 1`);
  if (taken) return false;
  // those that the family itself exchanges are free first
  await tx.run(sql`update product set sku = null where id = any(${claims.map(({ id }) => id)}::integer[])`);
  await tx.run(sql`update variation set sku = null where id = any(${claims.map(({ id }) => id)}::integer[])`);
  await claimSkus(tx, claims);
  return true;
}

/**
 * The quantity of each stock after restoring: what was sold or added since counts.
 * @returns null if that would be less than nothing
 */
async function quantitiesOf(
  tx: Tx,
  { product, variations }: FamilySnapshot,
  units: RestoreInput["units"],
): Promise<{ of: Map<number, number>; existing: ReadonlySet<number> } | null> {
  const ids = [...new Set([product, ...variations].map(({ stockId }) => stockId))];
  const rows = await tx.all<{ id: number; quantity: number; managed: boolean }>(sql`
    select id, quantity, managed from stock where id = any(${ids}::integer[]) order by id for no key update`);
  const now = new Map(rows.map((row) => [row.id, row]));
  const of = new Map<number, number>();
  for (const { stockId, quantity, managed } of [product, ...variations]) {
    const after = units[stockId];
    const stock = now.get(stockId);
    const isCounted = managed && stock?.managed === true && after !== undefined;
    of.set(stockId, isCounted ? stock.quantity + quantity - after : quantity);
  }
  if ([...of.values()].some((quantity) => quantity < 0)) return null;
  return { of, existing: new Set(now.keys()) };
}

/** Prices of a variable product are those of its variations, which the database derives. */
function pricesOf(before: ProductState, current: ProductState): Partial<ProductState> {
  if (before.type === "simple") return { salePrice: before.salePrice };
  const { regularPrice, salePrice, saleWanted, saleFrom, saleTo } = current;
  if (current.type === "variable") return { regularPrice, salePrice, saleWanted, saleFrom, saleTo };
  return { regularPrice: null, salePrice: null, saleWanted: null, saleFrom: null, saleTo: null };
}

/** Variations as they were; those that are new since go to the trash. */
function variationSteps(
  before: FamilySnapshot,
  { parent }: ProductFamily,
  { of, existing }: { of: ReadonlyMap<number, number>; existing: ReadonlySet<number> },
): VariationStep[] {
  const created = new Set(existing);
  const stockStep = (after: StoredVariation, current: StoredVariation | undefined): VariationStep["stock"] => {
    if (current) {
      const { stockId, quantity, managed } = current;
      return stockId === after.stockId && quantity === after.quantity && managed === after.managed
        ? "unchanged"
        : "changed";
    }
    const isNew = !created.has(after.stockId);
    created.add(after.stockId);
    return isNew ? "new" : "unchanged";
  };
  const restored = before.variations.map((one): VariationStep => {
    const current = parent.variations.find(({ id }) => id === one.id);
    const after = { ...one, quantity: of.get(one.stockId) ?? one.quantity };
    return { parent, before: current ?? null, after, stock: stockStep(after, current) };
  });
  const known = new Set(before.variations.map(({ id }) => id));
  const added = parent.variations
    .filter(({ id, status }) => !known.has(id) && status !== "trash")
    .map((one): VariationStep => {
      return { parent, before: one, after: { ...one, status: "trash" }, stock: "unchanged" };
    });
  return [...restored, ...added];
}

/**
 * Restores a product with its variations as they were before a change, unless they have changed since. Units that were sold since stay sold.
 * Takes the catalogue lock. @returns why it was left as it is; null if it was restored
 */
export async function restoreFamily(
  tx: Tx,
  { productId, before: stored, units, version, now }: RestoreInput,
): Promise<RestoreProblem | null> {
  await lockCatalog(tx);
  await tx.run(sql`select lock_catalog_rows(array[${productId}::integer])`);
  const current = (await readFamilies(tx, [productId])).get(productId);
  if (!current) return "missing";
  if (familyVersion(current) !== version) return "changed";
  if (stored === null) {
    await writeProduct(tx, { id: productId, change: { status: "trash" } }, now);
    return null;
  }
  const before = revived(stored);
  await restoreOwn(tx, before);
  if (!(await hasReferences(tx, before))) return "reference";
  const quantities = await quantitiesOf(tx, before, units);
  if (!quantities) return "sold";
  if (!(await claimOwnSkus(tx, before, current))) return "sku";
  const slugs = await freeSlugs(tx, { table: "product" }, [{ id: productId, slug: before.product.slug }]);
  const state: ProductState = {
    ...before.product,
    ...pricesOf(before.product, current.product),
    slug: slugs.get(productId) ?? before.product.slug,
    quantity: quantities.of.get(before.product.stockId) ?? before.product.quantity,
  };
  const step = { before: current.product, state };
  await storeProducts(tx, [step], now);
  await storeParts(tx, [step]);
  if (state.type === "variable") await storeVariations(tx, variationSteps(before, current, quantities), now);
  return null;
}
