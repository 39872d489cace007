import { canFilter, filterAttributes } from "#contract/filter-attributes.ts";
import type { Language, Translated } from "#contract/language.ts";
import type { AttributeBody } from "#contract/woo/attribute.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { wrongParam } from "../product-errors.ts";
import { lockSlugs, plainSlug } from "../slugs.ts";
import { wooErrors } from "../woo/send-resource.ts";
import { setColumns } from "./set-columns.ts";
import { newText, mergeTermText } from "./taxonomy-write.ts";

export interface StoredAttribute {
  id: number;
  /** the slug, with the prefix pa_ */
  slug: string;
  name: Translated;
}

/** WooCommerce's limit, which leaves room for its prefix. */
const maxSlug = 28;

type WriteAction = "create" | "edit";
const cannotWrite = (action: WriteAction, message: string): HttpError =>
  new HttpError(400, `woocommerce_rest_cannot_${action}`, message);

/** Slugs are accepted with or without pa_ and stored with it. */
async function resolveSlug(tx: Tx, id: number | null, requested: string, action: WriteAction): Promise<string> {
  const plain = plainSlug(requested).replace(/^pa_/, "");
  if (!plain) throw cannotWrite(action, "Please, provide an attribute slug of characters a to z or digits.");
  if (plain.length > maxSlug) {
    throw cannotWrite(action, `Slug "${plain}" is too long (${maxSlug} characters max). Shorten it, please.`);
  }
  await lockSlugs(tx, "attribute");
  const taken = await tx.one(sql`
    select id from attribute where slug = ${`pa_${plain}`} and product_id is null and id is distinct from ${id}::integer`);
  if (taken) throw cannotWrite(action, `Slug "${plain}" is already in use. Change it, please.`);
  return `pa_${plain}`;
}

function requireName({ vi, en }: Translated, action: WriteAction): void {
  if (vi === "" || en === "") throw cannotWrite(action, "Please, provide an attribute name.");
}

function requireFilter(slug: string, { filter }: AttributeBody): void {
  if (filter && !canFilter(slug))
    throw wrongParam("filter", `filter can be true only for ${filterAttributes.join(" and ")}, not for ${slug}.`);
}

/** @returns the id of the new attribute, which comes last @throws HttpError 400 with WooCommerce's messages */
export async function insertAttribute(tx: Tx, body: AttributeBody, lang: Language): Promise<number> {
  const name = mergeTermText(null, "name", { body, lang });
  requireName(name, "create");
  const slug = await resolveSlug(tx, null, body.slug || name.vi, "create");
  requireFilter(slug, body);
  const row = await tx.one<{ id: number }>(sql`
    insert into attribute (slug, name, menu_order, order_by, has_archives, is_filter)
    select ${slug}, ${json(name)}::jsonb, coalesce(max(menu_order), 0) + 1, ${body.order_by ?? "menu_order"}::text,
      ${body.has_archives ?? false}::boolean, ${body.filter ?? false}::boolean
    from attribute where product_id is null
    returning id`);
  if (!row) throw new Error("attribute: insert returned no row");
  return row.id;
}

/** One of the shared attributes; a product's own are written with the product. @throws HttpError 404 */
export async function lockAttribute(tx: Tx, id: number): Promise<StoredAttribute> {
  const attribute = await tx.one<StoredAttribute>(sql`
    select id, slug, name from attribute where id = ${id} and product_id is null for update`);
  if (!attribute) throw wooErrors.attribute();
  return attribute;
}

/** @throws HttpError 400 with WooCommerce's messages */
export async function updateAttribute(
  tx: Tx,
  before: StoredAttribute,
  body: AttributeBody,
  lang: Language,
): Promise<void> {
  const name = mergeTermText(before.name, "name", { body, lang });
  requireName(name, "edit");
  const slug = body.slug ? await resolveSlug(tx, before.id, body.slug, "edit") : before.slug;
  if (slug !== before.slug && canFilter(before.slug)) {
    throw wrongParam("slug", `slug must stay ${before.slug}: the storefront filters its lists by it.`);
  }
  requireFilter(slug, body);
  const sets = setColumns({
    name: newText(before.name, name),
    slug: slug === before.slug ? undefined : sql`${slug}`,
    order_by: body.order_by && sql`${body.order_by}`,
    has_archives: body.has_archives === undefined ? undefined : sql`${body.has_archives}`,
    is_filter: body.filter === undefined ? undefined : sql`${body.filter}`,
  });
  if (sets) await tx.run(sql`update attribute set ${sets} where id = ${before.id}`);
}
