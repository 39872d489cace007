import type { GiftRule, GiftRuleWrite } from "#contract/backoffice/gifts.ts";
import type { Dong } from "#contract/money.ts";
import type { Language, Translated } from "#contract/language.ts";
import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { conflict, isOutdated, versionOfRecord } from "#shop/kernel/request/if-match.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { isWithinDates } from "../../gifts.ts";
import { lockCatalog } from "../../lock-catalog.ts";
import { firstFree, plainSlug } from "../../slugs.ts";
import { pictureJson, pictureOf, type StoredPicture } from "../../stored-picture.ts";

export interface GiftContext {
  lang: Language;
  now: Date;
}

interface GiftRow {
  slug: string;
  name: Translated;
  pictureId: number | null;
  picture: StoredPicture | null;
  quantity: number;
  minAmount: Dong | null;
  startsOn: string | null;
  endsOn: string | null;
  everywhere: boolean;
  inForce: boolean;
  ended: boolean;
  categories: { id: number; name: Translated }[];
  products: { id: number; name: Translated }[];
}

const readRows = (reader: Reader, now: Date, where: Sql): Promise<GiftRow[]> =>
  reader.all<GiftRow>(sql`
    select g.slug, g.name, g.picture_id "pictureId", g.quantity, g.min_amount "minAmount", g.everywhere,
      to_char(g.starts_on, 'YYYY-MM-DD') "startsOn", to_char(g.ends_on, 'YYYY-MM-DD') "endsOn",
      (${isWithinDates(now)}) "inForce",
      coalesce(g.ends_on < (${now}::timestamptz at time zone 'Asia/Ho_Chi_Minh')::date, false) ended,
      (select ${pictureJson(sql`i`, sql`g.name`)} from picture i where i.id = g.picture_id) picture,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.menu_order, c.id), '[]')
        from gift_category gc join category c on c.id = gc.category_id where gc.gift_slug = g.slug) categories,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.id), '[]')
        from product p where p.gift_slug = g.slug and p.status <> 'trash') products
    from gift g where ${where} order by g.name ->> 'vi', g.slug limit 500`);

function stateOf({ everywhere, categories, products, inForce, ended }: GiftRow): GiftRule["state"] {
  if (!everywhere && categories.length + products.length === 0) return "unused";
  if (inForce) return "active";
  return ended ? "ended" : "scheduled";
}

const idsOf = (list: readonly { id: number }[]): number[] =>
  list.map(({ id }) => id).toSorted((one, other) => one - other);

/** What staff members decide: the days start and end a gift without a change of its rule. */
const versionOf = ({
  slug,
  name,
  pictureId,
  quantity,
  minAmount,
  startsOn,
  endsOn,
  everywhere,
  ...scope
}: GiftRow): string =>
  versionOfRecord([
    ...[slug, name.vi, name.en, pictureId, quantity, minAmount, startsOn, endsOn, everywhere],
    ...[idsOf(scope.categories), idsOf(scope.products)],
  ]);

const ruleOf = (row: GiftRow, lang: Language): GiftRule => ({
  slug: row.slug,
  name: row.name,
  image: row.picture && row.pictureId ? { id: row.pictureId, src: pictureOf(row.picture, lang).src } : null,
  quantity: row.quantity,
  min_amount: row.minAmount,
  starts_on: row.startsOn,
  ends_on: row.endsOn,
  everywhere: row.everywhere,
  categories: row.categories.map(({ id, name }) => ({ id, name: name[lang] })),
  products: row.products.map(({ id, name }) => ({ id, name: name[lang] })),
  state: stateOf(row),
  version: versionOf(row),
});

/** All gifts with their rules, by name. */
export const listGifts = async (reader: Reader, { lang, now }: GiftContext): Promise<GiftRule[]> =>
  (await readRows(reader, now, sql`true`)).map((row) => ruleOf(row, lang));

/** @throws HttpError 404 */
async function readGift(reader: Reader, slug: string, { lang, now }: GiftContext): Promise<GiftRule> {
  const [row] = await readRows(reader, now, sql`g.slug = ${slug}`);
  if (!row) throw new HttpError(404, "rest_not_found", t(lang, "taxonomy_errors.not_found"));
  return ruleOf(row, lang);
}

/** @throws HttpError 400 naming the field with an unknown id */
async function requireReferences(tx: Tx, write: GiftRuleWrite, lang: Language): Promise<void> {
  const missing = await tx.one<{ image: boolean; categories: number[]; products: number[] }>(sql`
    select not exists (select from picture where id = ${write.image_id}) image,
      array(select id from unnest(${write.category_ids}::integer[]) w (id) where not exists (
        select from category c where c.id = w.id and c.kind <> 'hidden')) categories,
      array(select id from unnest(${write.product_ids}::integer[]) w (id) where not exists (
        select from product p where p.id = w.id and p.status <> 'trash')) products`);
  if (missing?.image) throw invalidParam("image_id", t(lang, "taxonomy_errors.unknown_image"));
  const unknown = (ids: number[] = []) => t(lang, "taxonomy_errors.unknown_ids", { ids: ids.slice(0, 5).join(", ") });
  if (missing?.categories.length) throw invalidParam("category_ids", unknown(missing.categories));
  if (missing?.products.length) throw invalidParam("product_ids", unknown(missing.products));
}

/** A product has one gift of its own: another gift gets it only with `replace`. */
async function requireFreeProducts(tx: Tx, slug: string, write: GiftRuleWrite, lang: Language): Promise<void> {
  if (write.replace) return;
  const taken = await tx.all<{ id: number; name: Translated; gift: Translated }>(sql`
    select p.id, p.name, g.name gift from product p join gift g on g.slug = p.gift_slug
    where p.id = any(${write.product_ids}::integer[]) and g.slug <> ${slug} order by p.id limit 20`);
  if (taken.length === 0) return;
  const products = taken.map(({ id, name, gift }) => ({ id, name: name[lang], gift: gift[lang] }));
  const names = products
    .slice(0, 3)
    .map(({ name, gift }) => `${name} (${gift})`)
    .join(", ");
  throw new HttpError(409, "lianne_gift_taken", t(lang, "taxonomy_errors.gift_taken", { names }), {
    extra: { products },
  });
}

/** Sets what the gift comes with. Unchanged products are not written: their triggers would take it for a change. */
async function writeScope(tx: Tx, slug: string, { category_ids, product_ids }: GiftRuleWrite): Promise<void> {
  await tx.run(sql`
    delete from gift_category where gift_slug = ${slug} and category_id <> all(${category_ids}::integer[])`);
  await tx.run(sql`
    insert into gift_category (gift_slug, category_id) select ${slug}, id from category where id = any(${category_ids}::integer[])
    on conflict do nothing`);
  await tx.run(sql`
    update product set gift_slug = null where gift_slug = ${slug} and status <> 'trash' and id <> all(${product_ids}::integer[])`);
  await tx.run(sql`
    update product set gift_slug = ${slug}
    where id = any(${product_ids}::integer[]) and gift_slug is distinct from ${slug}::text`);
}

/** Locks everything that a write of this gift changes, in the order of the other writers. */
async function lockScope(tx: Tx, slug: string | null, productIds: readonly number[]): Promise<void> {
  await lockCatalog(tx);
  await tx.run(sql`
    select lock_products(array(select id from product where gift_slug = ${slug}::text or id = any(${productIds}::integer[])))`);
}

const columnsOf = (write: GiftRuleWrite): Sql => sql`
  ${json(write.name)}::jsonb, ${write.image_id}::integer, ${write.quantity}::integer, ${write.min_amount}::bigint,
  ${write.starts_on}::date, ${write.ends_on}::date, ${write.everywhere}::boolean`;

/** @throws HttpError 400 naming the invalid field, 409 `lianne_gift_taken` */
export async function createGift(tx: Tx, write: GiftRuleWrite, context: GiftContext): Promise<GiftRule> {
  await lockScope(tx, null, write.product_ids);
  await requireReferences(tx, write, context.lang);
  const base = plainSlug(write.name.en) || "gift";
  const taken = await tx.all<{ slug: string }>(sql`select slug from gift`);
  const slugs = new Set(taken.map(({ slug }) => slug));
  const slug = firstFree(base, slugs);
  await requireFreeProducts(tx, slug, write, context.lang);
  await tx.run(sql`
    insert into gift (slug, name, picture_id, quantity, min_amount, starts_on, ends_on, everywhere, in_force)
    select ${slug}, w.*, ${isWithinDates(context.now)}
    from (select ${columnsOf(write)}) w (name, picture_id, quantity, min_amount, starts_on, ends_on, everywhere)`);
  await writeScope(tx, slug, write);
  return readGift(tx, slug, context);
}

/** A change of a gift; `loaded` is the version that the staff member has seen, null for any. */
export interface GiftChange extends GiftContext {
  slug: string;
  loaded: string | null;
}

/** Reads a gift whose scope is locked. @throws HttpError 404, 412 with the gift as it is now */
async function readLoaded(tx: Tx, { slug, loaded, ...context }: GiftChange): Promise<GiftRule> {
  await tx.run(sql`select slug from gift where slug = ${slug} for update`);
  const gift = await readGift(tx, slug, context);
  if (isOutdated(loaded, gift.version)) throw conflict(context.lang, gift);
  return gift;
}

/** @throws HttpError 404, 412, 400 naming the invalid field, 409 `lianne_gift_taken` */
export async function updateGift(tx: Tx, write: GiftRuleWrite, change: GiftChange): Promise<GiftRule> {
  const { slug, loaded: _seen, ...context } = change;
  await lockScope(tx, slug, write.product_ids);
  await readLoaded(tx, change);
  await requireReferences(tx, write, context.lang);
  await requireFreeProducts(tx, slug, write, context.lang);
  await tx.run(sql`
    update gift set (name, picture_id, quantity, min_amount, starts_on, ends_on, everywhere) = row(${columnsOf(write)})
    where slug = ${slug}`);
  await tx.run(sql`update gift set in_force = (${isWithinDates(context.now)}) where slug = ${slug}`);
  await writeScope(tx, slug, write);
  return readGift(tx, slug, context);
}

/** Deletes a gift. Orders keep what they were promised. @returns its last state @throws HttpError 404, 412 */
export async function deleteGift(tx: Tx, change: GiftChange): Promise<GiftRule> {
  const { slug } = change;
  await lockScope(tx, slug, []);
  const before = await readLoaded(tx, change);
  await tx.run(sql`update product set gift_slug = null where gift_slug = ${slug}`);
  await tx.run(sql`update category set gift_slug = null where gift_slug = ${slug}`);
  await tx.run(sql`delete from gift where slug = ${slug}`);
  return before;
}
