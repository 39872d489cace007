import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { firstFree, lockSlugs, plainSlug } from "./slugs.ts";

/** A term by its name in either language, its stored value or its slug. */
export interface TermRef {
  attributeId: number;
  name: string;
  /** its English name, in case it is created */
  en?: string | undefined;
}

interface TermNameRow {
  id: number;
  attributeId: number;
  slug: string;
  value: string;
  vi: string;
  en: string;
}

const keyOf = (attributeId: number, name: string): string =>
  `${attributeId}:${name.normalize("NFC").trim().toLowerCase()}`;

async function loadTerms(tx: Tx, attributeIds: readonly number[]): Promise<TermNameRow[]> {
  return tx.all<TermNameRow>(sql`
    select id, attribute_id "attributeId", slug, value, name ->> 'vi' vi, name ->> 'en' en from term
    where attribute_id = any(${attributeIds}::integer[]) order by menu_order, id`);
}

function byName(rows: readonly TermNameRow[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of ["vi", "en", "value", "slug"] as const) {
    for (const row of rows) {
      const key = keyOf(row.attributeId, row[name]);
      if (!found.has(key)) found.set(key, row.id);
    }
  }
  return found;
}

/** Rows of new terms, to be inserted by {@link insertTerms}. */
export interface NewTerm {
  id: number;
  attribute_id: number;
  slug: string;
  value: string;
  name: { vi: string; en: string };
}

export interface FoundTerms {
  /** the term's id, 0 if it is unknown; each requested one has an id */
  idOf(term: TermRef): number;
  created: NewTerm[];
}

async function newTerms(tx: Tx, missing: readonly TermRef[], rows: readonly TermNameRow[]): Promise<NewTerm[]> {
  const ids = await tx.all<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('term', 'id'))::integer id from generate_series(1, ${missing.length}::integer)`);
  const taken = new Map<number, Set<string>>();
  for (const { attributeId, slug } of rows) taken.set(attributeId, (taken.get(attributeId) ?? new Set()).add(slug));
  return missing.map(({ attributeId, name, en }, index) => {
    const id = ids[index]?.id ?? 0;
    const own = taken.get(attributeId) ?? new Set<string>();
    const slug = firstFree(plainSlug(name) || String(id), own);
    taken.set(attributeId, own.add(slug));
    return { id, attribute_id: attributeId, slug, value: name, name: { vi: name, en: en || name } };
  });
}

/**
 * Finds terms by name, case-insensitively, and plans missing ones: they get an id now and a row by {@link insertTerms},
 * so that their attribute can be inserted first. Writers with missing terms are serialized by a lock.
 */
export async function findTerms(tx: Tx, requested: readonly TermRef[]): Promise<FoundTerms> {
  const attributeIds = [...new Set(requested.map(({ attributeId }) => attributeId))];
  if (attributeIds.length === 0) return { idOf: () => 0, created: [] };
  let rows = await loadTerms(tx, attributeIds);
  let found = byName(rows);
  const isMissing = ({ attributeId, name }: TermRef): boolean => !found.has(keyOf(attributeId, name));
  let created: NewTerm[] = [];
  if (requested.some(isMissing)) {
    await lockSlugs(tx, "term");
    rows = await loadTerms(tx, attributeIds);
    found = byName(rows);
    const missing = new Map(requested.filter(isMissing).map((term) => [keyOf(term.attributeId, term.name), term]));
    created = await newTerms(tx, [...missing.values()], rows);
    for (const { id, attribute_id, value } of created) found.set(keyOf(attribute_id, value), id);
  }
  return { idOf: ({ attributeId, name }) => found.get(keyOf(attributeId, name)) ?? 0, created };
}

/**
 * Finds terms of attributes by name, as {@link findTerms} does, but creates none. @returns 0 for one that does not
 * exist
 */
export async function termFinder(tx: Tx, attributeIds: readonly number[]): Promise<(term: TermRef) => number> {
  const found = attributeIds.length === 0 ? new Map<string, number>() : byName(await loadTerms(tx, attributeIds));
  return ({ attributeId, name }) => found.get(keyOf(attributeId, name)) ?? 0;
}

/** Inserts the terms planned by {@link findTerms}; their attributes must exist by now. */
export async function insertTerms(tx: Tx, created: readonly NewTerm[]): Promise<void> {
  if (created.length === 0) return;
  await tx.run(sql`
    insert into term (id, attribute_id, slug, value, name)
    select id, attribute_id, slug, value, name from jsonb_populate_recordset(null::term, ${json(created)}::jsonb)`);
}
