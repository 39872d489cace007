import type { Language } from "#contract/language.ts";
import { raw, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { lockCatalog } from "../../lock-catalog.ts";

async function orderRows(
  tx: Tx,
  { table, where, ids, lang }: { table: "attribute" | "term"; where: Sql; ids: readonly number[]; lang: Language },
): Promise<void> {
  await lockCatalog(tx);
  const rows = await tx.all<{ id: number; place: number }>(
    sql`select id, menu_order place from ${raw(table)} where ${where} order by id for update`,
  );
  const places = new Map(ids.map((id, index) => [id, index + 1]));
  if (rows.length !== ids.length || rows.some(({ id }) => !places.has(id)))
    throw new HttpError(409, "lianne_invalid_state", t(lang, "taxonomy_errors.order"), {
      extra: { ids: rows.map(({ id }) => id) },
    });
  const changed = rows.filter(({ id, place }) => places.get(id) !== place).map(({ id }) => id);
  if (changed.length === 0) return;
  await tx.run(sql`
    update ${raw(table)} r set menu_order = n.place
    from unnest(${changed}::integer[], ${changed.map((id) => places.get(id) ?? 0)}::integer[]) n (id, place) where r.id = n.id`);
}

/** Numbers the shared attributes. @throws HttpError 409 unless each is named once */
export const orderAttributes = (tx: Tx, ids: readonly number[], lang: Language): Promise<void> =>
  orderRows(tx, { table: "attribute", where: sql`product_id is null`, ids, lang });

/** Numbers the terms of a shared attribute. @throws HttpError 404, 409 unless each is named once */
export async function orderTerms(tx: Tx, attributeId: number, ids: readonly number[], lang: Language): Promise<void> {
  const found = await tx.one(sql`select from attribute where id = ${attributeId} and product_id is null`);
  if (!found) throw new HttpError(404, "rest_not_found", t(lang, "taxonomy_errors.not_found"));
  await orderRows(tx, { table: "term", where: sql`attribute_id = ${attributeId}`, ids, lang });
}
