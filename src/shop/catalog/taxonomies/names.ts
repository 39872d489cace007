import type { Translated } from "#contract/language.ts";
import { raw, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { freeSlugs, lockSlugs, plainSlug, type SlugSpace } from "../slugs.ts";

/** A taxonomy as in WordPress: names are unique among siblings, slugs in the whole taxonomy. */
export interface Taxonomy {
  space: SlugSpace;
  /** condition on a row: one of the siblings */
  siblings: Sql;
  /** categories: the same name may occur below another parent, whose slug is then appended */
  parentSlug?: string | undefined;
  nested: boolean;
}

interface TermNaming {
  /** of the row, which may be about to be created */
  id: number;
  name: Translated;
  /** as sent; undefined if absent, "" to generate one */
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

interface SimilarTermRow {
  id: number;
  slug: string;
  sibling: boolean;
  named: boolean;
}

const rowsLike = (tx: Tx, { space, siblings }: Taxonomy, name: Translated, slug: string): Promise<SimilarTermRow[]> => {
  const names = [name.vi.toLowerCase(), name.en.toLowerCase()];
  return tx.all<SimilarTermRow>(sql`
    select id, slug, ${siblings} sibling, lower(name ->> 'vi') = any(${names}::text[])
      or lower(name ->> 'en') = any(${names}::text[]) named
    from ${raw(space.table)} where ${space.where ?? sql`true`}
      and (slug = ${slug} or lower(name ->> 'vi') = any(${names}::text[]) or lower(name ->> 'en') = any(${names}::text[]))
    order by id`);
};

/** WordPress's rule: a sibling's name is rejected, unless the slug differs. */
async function assertUniqueName(tx: Tx, taxonomy: Taxonomy, { name, slug }: TermNaming): Promise<void> {
  const requested = plainSlug(slug || name.vi);
  const rows = await rowsLike(tx, taxonomy, name, requested);
  const sameName = rows.find(({ sibling, named }) => sibling && named);
  if (!sameName) return;
  const bySlug = rows.find((row) => row.slug === requested);
  if (!slug || sameName.slug === requested) throw exists(sameName.id, taxonomy.nested);
  if (bySlug && (!taxonomy.nested || bySlug.sibling))
    throw exists(taxonomy.nested ? bySlug.id : sameName.id, taxonomy.nested);
}

/** A free slug, generated from the name if none was sent. */
async function resolveSlug(tx: Tx, { space, parentSlug }: Taxonomy, { id, name, slug }: TermNaming): Promise<string> {
  const requested = plainSlug(slug || name.vi);
  const own = (await freeSlugs(tx, space, [{ id, slug: requested }])).get(id) ?? String(id);
  if (own === (requested || String(id)) || !parentSlug) return own;
  return (await freeSlugs(tx, space, [{ id, slug: `${requested}-${parentSlug}` }])).get(id) ?? own;
}

/**
 * The slug of a new category, tag or term.
 * @throws HttpError 400 `term_exists` with the id of the one with this name; `empty_term_name`
 */
export async function slugOfNew(tx: Tx, taxonomy: Taxonomy, requested: TermNaming): Promise<string> {
  requireName(requested.name);
  await lockSlugs(tx, taxonomy.space.table);
  await assertUniqueName(tx, taxonomy, requested);
  return resolveSlug(tx, taxonomy, requested);
}

/**
 * The slug after an update: unchanged if none was sent, generated from the name for "".
 * @throws HttpError 400 `duplicate_term_slug` if another one has it
 */
export async function slugOfChanged(
  tx: Tx,
  taxonomy: Taxonomy,
  requested: TermNaming & { before: string },
): Promise<string> {
  const { slug, before, id } = requested;
  requireName(requested.name);
  if (slug === undefined || slug === before) return before;
  const given = await resolveSlug(tx, taxonomy, requested);
  if (slug === "" || given === plainSlug(slug) || plainSlug(slug) === "") return given;
  const message = `The slug “${plainSlug(slug)}” is already in use by another term.`;
  const other = await tx.one<{ id: number }>(sql`
    select id from ${raw(taxonomy.space.table)}
    where slug = ${plainSlug(slug)} and id <> ${id} and ${taxonomy.space.where ?? sql`true`}`);
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
