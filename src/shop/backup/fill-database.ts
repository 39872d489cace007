import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { applyMigration, runRepeatableScripts, schemaRecordTables } from "#shop/kernel/db/migrate.ts";
import { damaged, type Header, type RowsContent } from "./backup-format.ts";
import type { RestorePlan } from "./check-backup.ts";
import { dropEverything, quoted, readReferences, readTables, type TableColumns } from "./schema.ts";

/** Passes all rows of the backup to a callback, one section after the other. */
export type EachRows = (take: (rows: RowsContent) => Promise<void>) => Promise<void>;

/** Inserts rows into a table, each text cast to its column's type. */
async function insertRows(tx: Tx, { name, columns }: TableColumns, rows: string): Promise<number> {
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const values = columns.map(({ type }, place) => `(line ->> ${place})::${type}`).join(", ");
  return tx.run(
    sql(
      [
        `insert into ${quoted(name)} (${names}) overriding system value select ${values} from json_array_elements(`,
        "::json) line",
      ],
      rows,
    ),
  );
}

/** The tables in the order of the file's columns. @throws InvalidBackupError if the schema differs from the file */
function tablesOf(header: Header, schema: readonly TableColumns[]): ReadonlyMap<string, TableColumns> {
  const found = new Map<string, TableColumns>();
  for (const [name, names] of Object.entries(header.tables)) {
    const types = new Map(
      schema.find((table) => table.name === name)?.columns.map((column) => [column.name, column.type]),
    );
    const columns = names.map((column) => ({ name: column, type: types.get(column) ?? "" }));
    if (columns.some(({ type }) => type === "")) throw damaged();
    found.set(name, { name, columns });
  }
  return found;
}

/** Inserts the rows in any order: foreign keys and triggers are disabled until all are inserted. */
async function fill(tx: Tx, plan: RestorePlan, eachRows: EachRows): Promise<void> {
  const schema = await readTables(tx);
  const tables = tablesOf(plan.header, schema);
  const references = await readReferences(tx);
  const every = (command: (table: string) => string) =>
    tx.script(schema.map(({ name }) => command(quoted(name))).join(";"));
  await tx.script(references.map(({ drop }) => drop).join(";"));
  await every((table) => `alter table ${table} disable trigger user`);
  await tx.script(`truncate ${schema.map(({ name }) => quoted(name)).join(", ")}`);
  const rows: Record<string, number> = Object.fromEntries([...tables.keys()].map((name) => [name, 0]));
  await eachRows(async (content) => {
    const table = tables.get(content.table);
    if (!table) throw damaged();
    rows[content.table] = (rows[content.table] ?? 0) + (await insertRows(tx, table, content.data.toString("utf8")));
  });
  if (Object.entries(plan.footer.rows).some(([name, count]) => rows[name] !== count)) throw damaged();
  for (const { name, value, called } of plan.footer.sequences)
    await tx.run(sql`select setval(${quoted(name)}::regclass, ${value}::bigint, ${called})`);
  await every((table) => `alter table ${table} enable trigger user`);
  await tx.script(references.map(({ add }) => add).join(";"));
}

/**
 * Creates the schema of the rows, inserts them, and migrates both to the current version. @throws InvalidBackupError
 */
export async function rebuild(tx: Tx, plan: RestorePlan, eachRows: EachRows): Promise<void> {
  await tx.withoutTimeouts();
  await tx.script(`${dropEverything}; ${schemaRecordTables}`);
  for (const migration of plan.before) await applyMigration(tx, migration);
  await fill(tx, plan, eachRows);
  for (const migration of plan.since) await applyMigration(tx, migration);
  await runRepeatableScripts(tx, plan.scripts);
}
