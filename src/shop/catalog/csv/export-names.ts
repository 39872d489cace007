import type { Translated } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import type { ProductState } from "../products/product-state.ts";
import type { ParentProduct } from "../variations/parent.ts";

/** The names in a file for entities that products refer to by id. */
export interface ExportNames {
  /** from the root to the category */
  category(id: number): Translated[];
  tag(id: number): Translated;
  attribute(id: number): { name: Translated; shared: boolean };
  term(id: number): Translated;
  /** a URL */
  picture(id: number): string;
  gift(slug: string): { name: Translated; picture: string } | null;
  /** reference to a product or variation: its SKU, else `id:` and its id; null if it does not exist */
  product(id: number): string | null;
}

interface ExportCategory {
  id: number;
  parentId: number | null;
  name: Translated;
}

interface ExportAttribute {
  id: number;
  name: Translated;
  shared: boolean;
}

const none: Translated = { vi: "", en: "" };

const byId = <Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

function pathOf(id: number, categories: ReadonlyMap<number, ExportCategory>): Translated[] {
  const path: Translated[] = [];
  for (let at = categories.get(id); at; at = at.parentId === null ? undefined : categories.get(at.parentId)) {
    path.unshift(at.name);
  }
  return path;
}

/** Looks up the names that some products and their variations refer to. */
export async function exportNames(
  reader: Reader,
  products: readonly ProductState[],
  parents: readonly ParentProduct[],
  origin: string,
): Promise<ExportNames> {
  const linked = products.flatMap(({ extra }) => [...(extra.upsell_ids ?? []), ...(extra.cross_sell_ids ?? [])]);
  const terms = [
    ...products.flatMap(({ attributes }) => attributes.flatMap(({ termIds }) => termIds)),
    ...parents.flatMap(({ variations }) => variations.flatMap(({ choices }) => choices.map(({ termId }) => termId))),
  ];
  const shown = [
    ...products.flatMap(({ pictures }) => pictures.map(({ id }) => id)),
    ...parents.flatMap(({ variations }) => variations.flatMap(({ pictureId }) => pictureId ?? [])),
  ];
  const categories = byId(await reader.all<ExportCategory>(sql`select id, parent_id "parentId", name from category`));
  const tags = byId(
    await reader.all<{ id: number; name: Translated }>(
      sql`select id, name from tag where id = any(${products.flatMap(({ tagIds }) => tagIds)}::integer[])`,
    ),
  );
  const attributes = byId(
    await reader.all<ExportAttribute>(
      sql`select id, name, product_id is null shared from attribute
          where id = any(${products.flatMap((product) => product.attributes.map(({ id }) => id))}::integer[])`,
    ),
  );
  const termRows = byId(
    await reader.all<{ id: number; name: Translated }>(
      sql`select id, name from term where id = any(${terms}::integer[])`,
    ),
  );
  const pictures = byId(
    await reader.all<{ id: number; hash: string; widest: number }>(
      sql`select id, hash, widths[cardinality(widths)] widest from picture where id = any(${shown}::integer[])`,
    ),
  );
  const codes = byId(
    await reader.all<{ id: number; sku: string | null }>(
      sql`select id, sku from product where status <> 'trash' and id = any(${linked}::integer[])
          union all select id, sku from variation where status <> 'trash' and id = any(${linked}::integer[])`,
    ),
  );
  const gifts = new Map(
    (
      await reader.all<{ slug: string; name: Translated; hash: string | null; widest: number | null }>(sql`
        select gift.slug, gift.name, hash, widths[cardinality(widths)] widest from gift left join picture i on i.id = picture_id
        where gift.slug = any(${products.flatMap(({ giftSlug }) => giftSlug ?? [])}::text[])`)
    ).map(({ slug, name, hash, widest }) => [
      slug,
      { name, picture: hash ? `${origin}/media/${hash}/${widest}.webp` : "" },
    ]),
  );
  return {
    gift: (slug) => gifts.get(slug) ?? null,
    category: (id) => pathOf(id, categories),
    tag: (id) => tags.get(id)?.name ?? none,
    attribute: (id) => attributes.get(id) ?? { name: none, shared: true },
    term: (id) => termRows.get(id)?.name ?? none,
    picture(id) {
      const { hash, widest } = pictures.get(id) ?? { hash: "", widest: 0 };
      return `${origin}/media/${hash}/${widest}.webp`;
    },
    product(id) {
      const known = codes.get(id);
      return known ? (known.sku ?? `id:${id}`) : null;
    },
  };
}
