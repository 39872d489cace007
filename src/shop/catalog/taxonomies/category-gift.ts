import type { Language } from "#contract/language.ts";
import type { WriteGift } from "#contract/woo/category.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { isUsual } from "../gifts.ts";
import { wrongParam } from "../product-errors.ts";
import { plainSlug } from "../slugs.ts";
import { sameText, mergeText } from "../merge-translations.ts";
import { setColumns } from "./set-columns.ts";

interface GiftWrite {
  gift: WriteGift;
  /** see resolveImage */
  pictureId: number | null | undefined;
  lang: Language;
}

/**
 * Sets the usual gift of a category, which replaces the one it had; gifts with conditions stay.
 * @param slug null: none @throws HttpError 400 for a gift with conditions
 */
export async function setUsualGift(tx: Tx, categoryId: number, slug: string | null): Promise<void> {
  if (slug !== null) {
    const usual = await tx.one(sql`select from gift g where slug = ${slug} and ${isUsual}`);
    if (!usual)
      throw wrongParam(
        "gift",
        `gift ${slug} has a minimum amount or dates: its categories are set with the gift itself.`,
      );
  }
  await tx.run(sql`
    delete from gift_category gc using gift g
    where gc.category_id = ${categoryId} and g.slug = gc.gift_slug and ${isUsual} and g.slug is distinct from ${slug}::text`);
  if (slug !== null)
    await tx.run(
      sql`insert into gift_category (gift_slug, category_id) values (${slug}, ${categoryId}) on conflict do nothing`,
    );
}

/**
 * Finds, creates or changes the gift of a category.
 * @returns its slug
 * @throws HttpError 400 for a new one with missing fields
 */
export async function upsertGift(tx: Tx, { gift, pictureId, lang }: GiftWrite): Promise<string> {
  const slug = plainSlug(gift.slug);
  const stored = await tx.one<{ name: { vi: string; en: string } }>(
    sql`select name from gift where slug = ${slug} for update`,
  );
  const written = { lang, text: gift.name, translations: { vi: gift.translations?.vi, en: gift.translations?.en } };
  const name = mergeText(stored?.name ?? null, written);
  if (!stored) {
    if (!slug || !name.vi || !pictureId) throw wrongParam("gift", "gift must have a name and an image, as it is new.");
    await tx.run(sql`insert into gift (slug, name, picture_id) values (${slug}, ${json(name)}::jsonb, ${pictureId})`);
    return slug;
  }
  if (pictureId === null) throw wrongParam("gift", "gift must keep an image.");
  const sets = setColumns({
    name: sameText(name, stored.name) ? undefined : sql`${json(name)}::jsonb`,
    picture_id: pictureId === undefined ? undefined : sql`${pictureId}`,
  });
  if (sets) await tx.run(sql`update gift set ${sets} where slug = ${slug}`);
  return slug;
}
