import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** WooCommerce's `uncategorized`: the category of products without another one; hidden in the storefront. */
export const defaultCategorySlug = "chua-phan-loai";

/** The id of the default category, which is created if it does not exist yet. */
export async function defaultCategoryId(tx: Tx): Promise<number> {
  const name = JSON.stringify({ vi: "Chưa phân loại", en: "Uncategorized" });
  const found =
    (await tx.one<{ id: number }>(sql`select id from category where slug = ${defaultCategorySlug}`)) ??
    (await tx.one<{ id: number }>(sql`
      insert into category (slug, kind, menu_order, name, description)
      values (${defaultCategorySlug}, 'hidden', 999, ${name}::jsonb, '{"vi": "", "en": ""}')
      on conflict (slug) do update set slug = excluded.slug returning id`));
  if (!found) throw new Error("the default category could not be created");
  return found.id;
}
