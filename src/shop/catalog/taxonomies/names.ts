import type { Translated } from "#contract/language.ts";
import { raw, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import { freeSlugs, lockSlugs, plainSlug, type SlugSpace } from "../slugs.ts";

/** What WordPress calls a taxonomy: names are unique among siblings, slugs in all of it. */
export interface Taxonomy {
  space: SlugSpace;
  /** condition on a row: one of the siblings */
  siblings: Sql;
  /** categories: a name may come again below another parent, whose slug then tells them apart */
  parentSlug?: string | undefined;
  nested: boolean;
}

interface Wanted {
  /** of the row, which may be about to be made */
  id: number;
  name: Translated;
  /** as it was sent; undefined where it was not, "" to have one made */
  slug: string | undefined;
}

const exists = (id: number, nested: boolean): HttpError =>
  new HttpError(
    400,
    "term_exists",
    nested
      ? "A term with the name provided already exists with this parent."
      : "A term with the name provided already exists in this taxonomy.",
    { extra: { resource_id: id } },
  );

interface Like {
  id: number;
  slug: string;
  sibling: boolean;
  named: boolean;
}

const rowsLike = (tx: Tx, { space, siblings }: Taxonomy, name: Translated, slug: string): Promise<Like[]> => {
  const names = [name.vi.toLowerCase(), name.en.toLowerCase()];
  return tx.all<Like>(sql`
    select id, slug, ${siblings} sibling, lower(name ->> 'vi') = any(${names}::text[])
      or lower(name ->> 'en') = any(${names}::text[]) named
    from ${raw(space.table)} where ${space.where ?? sql`true`}
      and (slug = ${slug} or lower(name ->> 'vi') = any(${names}::text[]) or lower(name ->> 'en') = any(${names}::text[]))
    order by id`);
};

/** The same name among siblings is refused, unless a slug of its own tells them apart: WordPress's rule. */
async function assertUniqueName(tx: Tx, shelf: Taxonomy, { name, slug }: Wanted): Promise<void> {
  const wanted = plainSlug(slug || name.vi);
  const rows = await rowsLike(tx, shelf, name, wanted);
  const twin = rows.find(({ sibling, named }) => sibling && named);
  if (!twin) return;
  const bySlug = rows.find((row) => row.slug === wanted);
  if (!slug || twin.slug === wanted) throw exists(twin.id, shelf.nested);
  if (bySlug && (!shelf.nested || bySlug.sibling)) throw exists(shelf.nested ? bySlug.id : twin.id, shelf.nested);
}

/** A free slug, made from the name where none was sent. */
async function settledSlug(tx: Tx, { space, parentSlug }: Taxonomy, { id, name, slug }: Wanted): Promise<string> {
  const wanted = plainSlug(slug || name.vi);
  const own = (await freeSlugs(tx, space, [{ id, slug: wanted }])).get(id) ?? String(id);
  if (own === (wanted || String(id)) || !parentSlug) return own;
  return (await freeSlugs(tx, space, [{ id, slug: `${wanted}-${parentSlug}` }])).get(id) ?? own;
}

/**
 * The slug of a new category, tag or term.
 * @throws Refusal 400 `term_exists` with the id of the one of this name; `empty_term_name`
 */
export async function slugOfNew(tx: Tx, shelf: Taxonomy, wanted: Wanted): Promise<string> {
  requireName(wanted.name);
  await lockSlugs(tx, shelf.space.table);
  await assertUniqueName(tx, shelf, wanted);
  return settledSlug(tx, shelf, wanted);
}

/**
 * The slug of one that is changed: kept where none was sent, made from the name for "".
 * @throws Refusal 400 `duplicate_term_slug` where another one has it
 */
export async function slugOfChanged(tx: Tx, shelf: Taxonomy, wanted: Wanted & { before: string }): Promise<string> {
  const { slug, before, id } = wanted;
  requireName(wanted.name);
  if (slug === undefined || slug === before) return before;
  const given = await settledSlug(tx, shelf, wanted);
  if (slug === "" || given === plainSlug(slug) || plainSlug(slug) === "") return given;
  const message = `The slug “${plainSlug(slug)}” is already in use by another term.`;
  const other = await tx.one<{ id: number }>(sql`
    select id from ${raw(shelf.space.table)}
    where slug = ${plainSlug(slug)} and id <> ${id} and ${shelf.space.where ?? sql`true`}`);
  throw new HttpError(400, "duplicate_term_slug", message, { extra: { resource_id: other?.id } });
}

function requireName({ vi, en }: Translated): void {
  if (vi === "" || en === "") throw new HttpError(400, "empty_term_name", "A name is required for this term.");
}

/** The id that the next row of a table will have. */
export async function nextId(tx: Tx, table: SlugSpace["table"]): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::integer id`);
  if (!row) throw new Error(`no sequence for ${table}`);
  return row.id;
}
