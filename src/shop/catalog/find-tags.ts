import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { freeSlugs, lockSlugs, plainSlug } from "./slugs.ts";

const normalizedName = (name: string): string => name.normalize("NFC").trim().toLowerCase();

async function loadTags(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.all<{ id: number; vi: string; en: string; slug: string }>(
    sql`select id, name ->> 'vi' vi, name ->> 'en' en, slug from tag order by id desc`,
  );
  const found = new Map<string, number>();
  for (const name of ["slug", "en", "vi"] as const)
    for (const row of rows) found.set(normalizedName(row[name]), row.id);
  return found;
}

async function createTags(tx: Tx, names: readonly string[], english: ReadonlyMap<string, string>): Promise<void> {
  const ids = await tx.all<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('tag', 'id'))::integer id from generate_series(1, ${names.length}::integer)`);
  const newTags = names.map((name, index) => ({ id: ids[index]?.id ?? 0, slug: plainSlug(name), name }));
  const slugs = await freeSlugs(tx, { table: "tag" }, newTags);
  const rows = newTags.map(({ id, name }) => ({
    id,
    slug: slugs.get(id),
    name: { vi: name, en: english.get(name) || name },
  }));
  await tx.run(sql`
    insert into tag (id, slug, name) select id, slug, name from jsonb_populate_recordset(null::tag, ${json(rows)}::jsonb)`);
}

/**
 * Finds tags by name in either language or by slug, case-insensitively, and creates the missing ones.
 * @param english English names of tags to be created
 * @returns the id of a name; each of `names` has one
 */
export async function findTags(
  tx: Tx,
  names: readonly string[],
  english: ReadonlyMap<string, string> = new Map(),
): Promise<(name: string) => number> {
  let found = new Map<string, number>();
  const missing = (): string[] =>
    [...new Map(names.map((name) => [normalizedName(name), name.trim()])).entries()].flatMap(([key, name]) =>
      found.has(key) ? [] : [name],
    );
  if (names.length > 0) found = await loadTags(tx);
  if (missing().length > 0) {
    await lockSlugs(tx, "tag");
    found = await loadTags(tx);
    if (missing().length > 0) await createTags(tx, missing(), english);
    found = await loadTags(tx);
  }
  return (name) => found.get(normalizedName(name)) ?? 0;
}
