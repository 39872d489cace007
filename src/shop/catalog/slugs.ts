import { raw, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";

/** Characters that NFD does not decompose. */
const asciiOf: Record<string, string> = { đ: "d", ð: "d", ø: "o", ł: "l", ß: "ss", æ: "ae", œ: "oe" };

const maxLength = 190;

/** Plain ASCII for a URL: "Đồ trang sức" is `do-trang-suc`. "" if nothing of the text can be converted. */
export const plainSlug = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[đðøłßæœ]/g, (character) => asciiOf[character] ?? "")
    .replace(/[^a-z0-9_]+/g, "-")
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, "");

/** A requested slug, for a row that has an id already or is about to get one. */
export interface SlugRequest {
  id: number;
  /** plain, see {@link plainSlug}; "" becomes the id */
  slug: string;
}

/** Where slugs are unique: one of our tables, optionally narrowed (the terms of one attribute). */
export interface SlugSpace {
  table: "product" | "category" | "tag" | "term" | "attribute";
  where?: Sql;
}

/** Advisory lock for the choice of a free slug in a table, held until the transaction ends. */
export const lockSlugs = (tx: Tx, table: SlugSpace["table"]): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext(${`slugs of ${table}`}))`);

/** The first of "ring", "ring-2", "ring-3" that is free. */
export function firstFree(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
}

/**
 * Free slugs as close as possible to those requested: taken ones are numbered. Concurrent writers are serialized by an
 * advisory lock. Three statements for any number of slugs.
 * @returns by the row's id
 */
export async function freeSlugs(
  tx: Tx,
  { table, where = sql`true` }: SlugSpace,
  requested: readonly SlugRequest[],
): Promise<Map<number, string>> {
  if (requested.length === 0) return new Map();
  const slugs = requested.map(({ id, slug }) => slug || String(id));
  const ids = requested.map(({ id }) => id);
  const others = sql`from ${raw(table)} where id <> all(${ids}::integer[]) and ${where}`;
  await lockSlugs(tx, table);
  const rows = await tx.all<{ slug: string }>(sql`select slug ${others} and slug = any(${slugs}::text[])`);
  const duplicates = slugs.filter((slug, index) => slugs.indexOf(slug) < index);
  const contested = [...new Set([...rows.map(({ slug }) => slug), ...duplicates])].map(
    (slug) => `${slug.replace(/_/g, "\\_")}-%`,
  );
  if (contested.length > 0)
    rows.push(...(await tx.all<{ slug: string }>(sql`select slug ${others} and slug like any(${contested}::text[])`)));
  const taken = new Set(rows.map(({ slug }) => slug));
  const assigned = new Map<number, string>();
  for (const [index, { id }] of requested.entries()) {
    const slug = firstFree(slugs[index] ?? "", taken);
    taken.add(slug);
    assigned.set(id, slug);
  }
  return assigned;
}
