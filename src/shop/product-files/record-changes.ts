import {
  familyVersion,
  type loadProductFiles,
  type ProductFamily,
  snapshotsOf,
  unitsOf,
  type WriteRecorder,
} from "#shop/catalog/index.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { type CellChange, linesDone, storeLines } from "./import-lines.ts";

/** Longer texts are shortened in the list of changes. */
const maxShown = 160;
const shown = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): CellChange[] {
  const fields = [...new Set([...before.keys(), ...after.keys()])];
  return fields.flatMap((field) => {
    const [old, now] = [before.get(field) ?? "", after.get(field) ?? ""];
    return old === now ? [] : [{ field, before: shown(old), after: shown(now) }];
  });
}

/** Records for each updated line of a dry run which cells of its product change, as an export shows them. @param changes by line */
export const checkRecorder =
  (
    changes: Map<number, CellChange[]>,
    { origin, cellsOf }: { origin: string; cellsOf: Awaited<ReturnType<typeof loadProductFiles>>["exportedCells"] },
  ): WriteRecorder =>
  async (tx, before) => {
    const old = await cellsOf(tx, [...before.values()], origin);
    return async ({ after, lines }) => {
      const now = await cellsOf(tx, [...after.values()], origin);
      for (const { line, id, outcome } of lines) {
        const [was, is] = id === null || outcome !== "updated" ? [] : [old.get(id), now.get(id)];
        if (was && is) changes.set(line, differences(was, is));
      }
    };
  };

type Units = Record<string, number>;

/** The units after the change as if it had been one, though units were sold between two writes of it. */
function unitsAfter(known: Units | undefined, before: Units, after: Units): Units {
  if (!known) return after;
  const merged = Object.entries(after).map(([stock, units]): [string, number] => {
    const [earlier, latest] = [known[stock], before[stock]];
    return [stock, earlier === undefined || latest === undefined ? units : earlier + units - latest];
  });
  return Object.fromEntries(merged);
}

const hasChanged = (before: ProductFamily | undefined, after: ProductFamily): boolean =>
  !before || familyVersion(before) !== familyVersion(after) || json(unitsOf(before)) !== json(unitsOf(after));

async function storeProducts(
  tx: Tx,
  id: number,
  families: readonly ProductFamily[],
  {
    before,
    snapshots,
  }: {
    before: ReadonlyMap<number, ProductFamily>;
    snapshots: Awaited<ReturnType<typeof snapshotsOf>>;
  },
): Promise<void> {
  const changed = families.filter((family) => hasChanged(before.get(family.product.id), family));
  if (changed.length === 0) return;
  const ids = changed.map(({ product }) => product.id);
  const known = new Map(
    (
      await tx.all<{ productId: number; units: Units }>(sql`
        select product_id "productId", units from product_import_product
        where import_id = ${id} and product_id = any(${ids}::integer[])`)
    ).map(({ productId, units }) => [productId, units]),
  );
  const rows = changed.map((family) => {
    const { product } = family;
    const old = before.get(product.id);
    return {
      product_id: product.id,
      before: snapshots.get(product.id) ?? null,
      units: unitsAfter(known.get(product.id), old ? unitsOf(old) : {}, unitsOf(family)),
      version: familyVersion(family),
    };
  });
  await tx.run(sql`
    insert into product_import_product (import_id, product_id, before, units, version)
    select ${id}, r.* from jsonb_to_recordset(${json(rows)}::jsonb) r (product_id integer, before jsonb, units jsonb, version text)
    on conflict (import_id, product_id) do update set units = excluded.units, version = excluded.version`);
}

/** Stores, with the lines of an import, their results and what restores the products that they change. */
export const writeRecorder =
  (id: number): WriteRecorder =>
  async (tx, before) => {
    const snapshots = await snapshotsOf(tx, before);
    return async ({ after, lines }) => {
      await storeLines(tx, { id, step: "write" }, lines);
      await storeProducts(tx, id, [...after.values()], { before, snapshots });
    };
  };

/** Another process has written the import meanwhile: this transaction is rolled back. */
export class AlreadyWrittenError extends Error {}

/**
 * Records like {@link writeRecorder} the lines of an import that is written by one transaction.
 * @throws AlreadyWrittenError unless it is the first such transaction
 */
export function strictRecorder(id: number): WriteRecorder {
  const record = writeRecorder(id);
  const checked = new WeakSet<Tx>();
  return async (tx, before) => {
    // the catalogue is locked: what another process has written is committed
    if (!checked.has(tx) && (await linesDone(tx, { id, step: "write" })).size > 0) throw new AlreadyWrittenError();
    checked.add(tx);
    return record(tx, before);
  };
}
