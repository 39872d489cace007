import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";

/** A SKU to be assigned to the product or variation with this id. */
export interface SkuClaim {
  id: number;
  sku: string;
}

interface SkuOwner extends SkuClaim {
  /** in the trash: its SKU may be reassigned */
  trashed: boolean;
}

const ownersOf = (tx: Tx, skus: readonly string[]): Promise<SkuOwner[]> =>
  tx.all(sql`
    select id, sku, status = 'trash' trashed from product where sku = any(${skus}::text[])
    union all
    select v.id, v.sku, v.status = 'trash' or p.status = 'trash' from variation v join product p on p.id = v.product_id
    where v.sku = any(${skus}::text[])`);

async function releaseSkus(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`update product set sku = null where id = any(${ids}::integer[])`);
  await tx.run(sql`update variation set sku = null where id = any(${ids}::integer[])`);
}

/** The first free of "LN-1-1", "LN-1-2". */
async function suggest(tx: Tx, sku: string): Promise<string> {
  const like = `${sku.replace(/[\\%_]/g, "\\$&")}-%`;
  const rows = await tx.all<{ sku: string }>(sql`
    select sku from product where sku like ${like} union all select sku from variation where sku like ${like}`);
  const taken = new Set(rows.map((row) => row.sku));
  for (let number = 1; ; number++) if (!taken.has(`${sku}-${number}`)) return `${sku}-${number}`;
}

/**
 * Checks that the SKUs of a write are free; call {@link lockCatalog} first. Owners in the trash lose theirs.
 * @returns errors by the id of the claim
 */
export async function claimSkus(tx: Tx, claims: readonly SkuClaim[]): Promise<Map<number, HttpError>> {
  const refused = new Map<number, HttpError>();
  if (claims.length === 0) return refused;
  const owners = await ownersOf(
    tx,
    claims.map(({ sku }) => sku),
  );
  const inUse = new Map(owners.filter(({ trashed }) => !trashed).map(({ sku, id }) => [sku, id]));
  for (const { id, sku } of claims) {
    const owner = inUse.get(sku);
    if (owner === undefined || owner === id) inUse.set(sku, id);
    else {
      const extra = { resource_id: owner, unique_sku: await suggest(tx, sku) };
      refused.set(id, new HttpError(400, "product_invalid_sku", "Invalid or duplicated SKU.", { extra }));
    }
  }
  await releaseSkus(
    tx,
    owners.filter(({ id, sku, trashed }) => trashed && inUse.get(sku) !== id && inUse.has(sku)).map(({ id }) => id),
  );
  return refused;
}
