import { stringify } from "csv-stringify/sync";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { readProducts } from "../products/product-state.ts";
import { readParents } from "../variations/parent.ts";
import { toCell } from "./cells.ts";
import { type AttributePart, attributeLabel, attributeParts, type Field, labels } from "./columns.ts";
import { exportNames } from "./export-names.ts";
import { type ExportRow, inOrder, productRow, variationRow } from "./export-rows.ts";

interface ExportShape {
  products: number;
  /** number of attributes of the product that has the most */
  attributes: number;
  metaKeys: string[];
}

const pageSize = 200;

async function findShape(reader: Reader): Promise<ExportShape> {
  const found = await reader.one<ExportShape>(sql`
    select (select count(*)::integer from product where status <> 'trash') products,
      coalesce((select max(n)::integer from (
        select count(*) n from (
          select t.product_id, term.attribute_id from product_term t join term on term.id = t.term_id
          union select product_id, attribute_id from product_option) each_once
        group by product_id) counts), 0) attributes,
      array(select distinct entry ->> 'key' from (
        select meta_data from product where status <> 'trash' union all
        select v.meta_data from variation v join product p on p.id = v.product_id and p.status <> 'trash'
        where v.status <> 'trash') metas, jsonb_array_elements(meta_data) entry
        where jsonb_typeof(entry -> 'value') in ('string', 'number', 'boolean') order by 1) "metaKeys"`);
  return found ?? { products: 0, attributes: 0, metaKeys: [] };
}

const fields = Object.keys(labels) as Field[];
const parts = Object.keys(attributeParts) as AttributePart[];
const numbers = ({ attributes }: ExportShape): number[] => Array.from({ length: attributes }, (_, index) => index);

const headings = (shape: ExportShape): string[] => [
  ...fields.map((field) => labels[field]),
  ...numbers(shape).flatMap((index) => parts.map((part) => attributeLabel(index + 1, part))),
  ...shape.metaKeys.map((key) => `Meta: ${key}`),
];

const cellsOf = (row: ExportRow, shape: ExportShape): string[] =>
  [
    ...fields.map((field) => row.fields[field] ?? ""),
    ...numbers(shape).flatMap((index) => parts.map((part) => row.attributes[index]?.[part] ?? "")),
    ...shape.metaKeys.map((key) => row.meta.get(key) ?? ""),
  ].map(toCell);

async function rowsOf(reader: Reader, ids: readonly number[], origin: string): Promise<ExportRow[]> {
  const [products, parents] = [await readProducts(reader, ids), await readParents(reader, ids)];
  const names = await exportNames(reader, [...products.values()], [...parents.values()], origin);
  return ids.flatMap((id) => {
    const [state, parent] = [products.get(id), parents.get(id)];
    if (!state || !parent) return [];
    return [
      productRow(state, names),
      ...inOrder(parent.variations).map((one) => variationRow(one, state, parent, names)),
    ];
  });
}

export interface ExportOptions {
  /** origin of the image URLs */
  publicUrl: string;
  progress?: ((step: { done: number; total: number }) => void) | undefined;
}

/**
 * Exports everything except the trash as a CSV file in WooCommerce's columns, in chunks: the headings first, then
 * products by id, each before its variations. Lines end with \n; no byte order mark.
 */
export async function* exportProducts(
  reader: Reader,
  { publicUrl, progress }: ExportOptions,
): AsyncGenerator<string, number> {
  const shape = await findShape(reader);
  yield stringify([headings(shape)]);
  let done = 0;
  for (let last = 0; ; ) {
    const page = await reader.all<{ id: number }>(
      sql`select id from product where status <> 'trash' and id > ${last} order by id limit ${pageSize}`,
    );
    const rows = await rowsOf(
      reader,
      page.map(({ id }) => id),
      publicUrl,
    );
    if (rows.length > 0) yield stringify(rows.map((row) => cellsOf(row, shape)));
    done += page.length;
    progress?.({ done, total: Math.max(done, shape.products) });
    last = page.at(-1)?.id ?? last;
    if (page.length < pageSize) return done;
  }
}
