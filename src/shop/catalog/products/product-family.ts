import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { versionOfRecord } from "#shop/kernel/request/if-match.ts";
import { type ParentProduct, readParents, type StoredVariation } from "../variations/parent.ts";
import { productVersion, variationVersion } from "../product-version.ts";
import { type ProductState, readProducts } from "./product-state.ts";

/** A product with its variations, at one moment. */
export interface ProductFamily {
  product: ProductState;
  parent: ParentProduct;
}

/** Reads products with their variations. @returns by the product's id; unknown ids are left out */
export async function readFamilies(reader: Reader, ids: readonly number[]): Promise<Map<number, ProductFamily>> {
  const [products, parents] = [await readProducts(reader, ids), await readParents(reader, ids)];
  return new Map(
    [...products.values()].flatMap((product) => {
      const parent = parents.get(product.id);
      return parent ? [[product.id, { product, parent }] as const] : [];
    }),
  );
}

/** The date publishes a scheduled product: that is no change of the record. */
const published = (product: ProductState): ProductState =>
  product.status === "future" ? { ...product, status: "publish" } : product;

/** Version of a product with all of its variations. Sales and what happens by the clock do not change it. */
export const familyVersion = ({ product, parent: { variations } }: ProductFamily): string =>
  versionOfRecord([
    productVersion(published(product)),
    ...variations.toSorted((one, other) => one.id - other.id).map(variationVersion),
  ]);

type OwnRow = Record<string, unknown>;

/** What restores a product: the product, its variations, and the attributes that are its own with their terms. As JSON, with ISO dates. */
export interface FamilySnapshot {
  product: ProductState;
  variations: StoredVariation[];
  attributes: OwnRow[];
  terms: OwnRow[];
}

/** Snapshots of products. @returns by the product's id */
export async function snapshotsOf(
  reader: Reader,
  families: ReadonlyMap<number, ProductFamily>,
): Promise<Map<number, FamilySnapshot>> {
  const own = await reader.all<{ productId: number; attribute: OwnRow; terms: OwnRow[] }>(sql`
    select a.product_id "productId", to_jsonb(a) attribute,
      coalesce((select jsonb_agg(to_jsonb(t) order by t.id) from term t where t.attribute_id = a.id), '[]') terms
    from attribute a where a.product_id = any(${[...families.keys()]}::integer[]) order by a.id`);
  return new Map(
    [...families].map(([id, { product, parent }]) => {
      const ownOfProduct = own.filter(({ productId }) => productId === id);
      return [
        id,
        {
          ...{ product, variations: parent.variations },
          attributes: ownOfProduct.map(({ attribute }) => attribute),
          terms: ownOfProduct.flatMap(({ terms }) => terms),
        },
      ];
    }),
  );
}

/** The counted units of a product's stocks, by their ids. */
export function unitsOf({ product, parent }: ProductFamily): Record<number, number> {
  const stocks = [product, ...parent.variations].filter(({ managed }) => managed);
  return Object.fromEntries(stocks.map(({ stockId, quantity }) => [stockId, quantity]));
}
