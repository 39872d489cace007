import { type Reader, sql } from "#shop/kernel/db/database.ts";

/** A table of the shop, with its columns except generated ones. */
export interface TableColumns {
  name: string;
  columns: { name: string /** the type's name for a cast */; type: string }[];
}

/** Excludes objects that belong to an extension. */
const own = (id: string, catalogue: string): string =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${id} and d.deptype = 'e')`;

/** All tables except the records of migrations and scripts, which the schema creates. */
export const readTables = (reader: Reader): Promise<TableColumns[]> =>
  reader.all<TableColumns>(sql`
    select c.relname "name",
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') "columns"
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not in ('migration', 'repeatable_script')
    order by c.relname`);

export interface Sequence {
  name: string;
  value: string;
  called: boolean;
}

/** The current value of each sequence. */
export async function readSequences(reader: Reader): Promise<Sequence[]> {
  const names = await reader.all<{ name: string }>(sql`
    select relname "name" from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1`);
  const found: Sequence[] = [];
  for (const { name } of names) {
    const row = await reader.one<Omit<Sequence, "name">>(
      sql([`select last_value::text "value", is_called "called" from ${quoted(name)}`]),
    );
    if (row) found.push({ name, ...row });
  }
  return found;
}

/** Quotes a name from the database's own catalogue, or one checked against it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Drops everything that migrations create, in the shop's schema. */
export const dropEverything = `
do $$ declare command text; begin
  for command in
    select format('drop table if exists %I cascade', relname) from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
  loop execute command; end loop;
  for command in
    select format('drop %s if exists %I cascade', case relkind when 'v' then 'view' else 'sequence' end, relname)
    from pg_class c where relnamespace = current_schema()::regnamespace and relkind in ('v', 'S') and ${own("c.oid", "pg_class")}
  loop execute command; end loop;
  for command in
    select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p
    where pronamespace = current_schema()::regnamespace and ${own("p.oid", "pg_proc")}
  loop execute command; end loop;
  for command in
    select format('drop type if exists %I cascade', typname) from pg_type t
    where typnamespace = current_schema()::regnamespace and ${own("t.oid", "pg_type")}
      and (typtype in ('d', 'e') or (select relkind from pg_class where oid = typrelid) = 'c')
  loop execute command; end loop;
end $$`;

/** Foreign keys, as statements to drop and to add them again: rows are inserted in any order in between. */
export const readReferences = (reader: Reader): Promise<{ drop: string; add: string }[]> =>
  reader.all(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) "drop",
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) "add"
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conrelid, conname`);
