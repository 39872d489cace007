import type { CategoryRef, ProductCard } from "#contract/catalog.ts";
import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { RenderedFragment } from "#shop/kernel/cache/fragment-cache.ts";
import { plainText } from "./html-text.ts";
import { pictureJson, pictureOf, type StoredPicture } from "./stored-picture.ts";

interface ProductCardRow {
  id: number;
  version: string;
  name: string;
  slug: string;
  price: Dong | null;
  regularPrice: Dong | null;
  salePrice: Dong | null;
  inStock: boolean;
  hasOptions: boolean;
  shortDescription: string;
  pictures: StoredPicture[];
  categories: CategoryRef[];
}

/** jsonb list of the images of product `p`, the main one first. */
export const picturesJson = sql`coalesce((
  select jsonb_agg(${pictureJson(sql`i`, sql`pp.alt`)} order by pp.position)
  from product_picture pp join picture i on i.id = pp.picture_id where pp.product_id = p.id), '[]')`;

/** The ids of the pictures of product `p` whose alternative text is only a proposal. */
export const proposedAltsJson = sql`array(
  select picture_id from product_picture where product_id = p.id and not alt_confirmed)`;

/** jsonb list of the categories of product `p`, the first one first. @param hidden whether to include hidden ones */
export const categoriesJson = (lang: Language, hidden = false): Sql => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name ->> ${lang}::text, 'slug', c.slug)
    order by pc.position, c.id)
  from product_category pc join category c on c.id = pc.category_id
  where pc.product_id = p.id and (c.kind <> 'hidden' or ${hidden})), '[]')`;

/** Version of row `p`: PostgreSQL's xmin. */
export const versionOf = sql`p.xmin::text`;

/**
 * Cards of published products with the row versions they were read at. @param page a subquery of `id` and `place`;
 * cards are ordered by place
 */
export async function versionedCards(
  reader: Reader,
  page: Sql,
  lang: Language,
): Promise<RenderedFragment<ProductCard>[]> {
  const rows = await reader.all<ProductCardRow>(sql`
    select p.id, ${versionOf} version, p.name ->> ${lang}::text name, p.slug, p.price, p.regular_price "regularPrice", p.sale_price "salePrice",
      p.in_stock "inStock", p.type = 'variable' "hasOptions", p.short_description ->> ${lang}::text "shortDescription",
      ${picturesJson} pictures, ${categoriesJson(lang)} categories
    from (${page}) page join product p on p.id = page.id
    where p.status = 'publish' order by page.place`);
  return rows.map((row) => ({ id: row.id, version: row.version, value: cardOf(row, lang) }));
}

/** Cards of published products. @param page a subquery of `id` and `place`; cards are ordered by place */
export const cardsOf = async (reader: Reader, page: Sql, lang: Language): Promise<ProductCard[]> =>
  (await versionedCards(reader, page, lang)).map(({ value }) => value);

/**
 * A page with the given products. The array is in a subquery: otherwise PostgreSQL would plan for its length each time.
 */
export const pageOf = (ids: readonly number[]): Sql =>
  sql`select * from unnest((select ${ids}::integer[])) with ordinality requested (id, place)`;

/** Cards in the order of the ids; unknown and unpublished products are left out. */
export const cardsByIds = (reader: Reader, ids: readonly number[], lang: Language): Promise<ProductCard[]> =>
  ids.length === 0 ? Promise.resolve([]) : cardsOf(reader, pageOf(ids), lang);

function cardOf({ pictures, ...row }: ProductCardRow, lang: Language): ProductCard {
  const images = pictures.map((picture) => pictureOf(picture, lang));
  const regular = row.regularPrice ?? row.price;
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    image: images[0]?.src ?? "",
    images,
    price: row.price,
    regular_price: regular,
    sale_price: row.salePrice,
    on_sale: row.salePrice !== null && regular !== null && row.salePrice < regular,
    stock_status: row.inStock ? "instock" : "outofstock",
    has_options: row.hasOptions,
    short_description: plainText(row.shortDescription),
    categories: row.categories,
  };
}
