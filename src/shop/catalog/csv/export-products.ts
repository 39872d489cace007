import { stringify } from "csv-stringify/sync";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { type ProductFamily, readFamilies } from "../products/product-family.ts";
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

/** @param exported a condition on product `p` */
async function findShape(reader: Reader, exported: Sql): Promise<ExportShape> {
  const found = await reader.one<ExportShape>(sql`
    with p as materialized (select id, meta_data from product p where ${exported})
    select (select count(*)::integer from p) products,
      coalesce((select max(n)::integer from (
        select count(*) n from (
          select t.product_id, term.attribute_id from product_term t join term on term.id = t.term_id
          union select product_id, attribute_id from product_option) each_once
        where product_id in (select id from p) group by product_id) counts), 0) attributes,
      array(select distinct entry ->> 'key' from (
        select meta_data from p union all
        select v.meta_data from variation v join p on p.id = v.product_id
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

/** The lines of products, each before its variations. @param origin of the image URLs */
async function rowsOf(reader: Reader, families: readonly ProductFamily[], origin: string): Promise<ExportRow[]> {
  const names = await exportNames(
    reader,
    families.map(({ product }) => product),
    families.map(({ parent }) => parent),
    origin,
  );
  return families.flatMap(({ product, parent }) => [
    productRow(product, names),
    ...inOrder(parent.variations).map((one) => variationRow(one, product, parent, names)),
  ]);
}

/** The cells of products and variations as they are exported, by id and then by the names of their columns. */
export async function exportedCells(
  reader: Reader,
  families: readonly ProductFamily[],
  origin: string,
): Promise<Map<number, Map<string, string>>> {
  const rows = await rowsOf(reader, families, origin);
  return new Map(
    rows.map(({ fields: values, attributes, meta }) => [
      Number(values.id),
      new Map([
        ...fields.map((field): [string, string] => [labels[field], values[field] ?? ""]),
        ...attributes.flatMap((attribute, index) =>
          parts.map((part): [string, string] => [attributeLabel(index + 1, part), attribute[part] ?? ""]),
        ),
        ...[...meta].map(([key, value]): [string, string] => [`Meta: ${key}`, value]),
      ]),
    ]),
  );
}

export interface ExportOptions {
  /** origin of the image URLs */
  publicUrl: string;
  /** of the products `p` that are exported; by default all */
  filter?: Sql | undefined;
  progress?: ((step: { done: number; total: number }) => void) | undefined;
}

/**
 * Exports products, never those in the trash, as a CSV file in WooCommerce's columns, in chunks: the headings first, then
 * products by id, each before its variations. Lines end with \n; no byte order mark.
 */
export async function* exportProducts(
  reader: Reader,
  { publicUrl, filter = sql`true`, progress }: ExportOptions,
): AsyncGenerator<string, number> {
  const exported = sql`p.status <> 'trash' and ${filter}`;
  const shape = await findShape(reader, exported);
  yield stringify([headings(shape)]);
  let done = 0;
  for (let last = 0; ; ) {
    const page = await reader.all<{ id: number }>(
      sql`select p.id from product p where ${exported} and p.id > ${last} order by p.id limit ${pageSize}`,
    );
    const ids = page.map(({ id }) => id);
    const families = await readFamilies(reader, ids);
    const rows = await rowsOf(
      reader,
      ids.flatMap((id) => families.get(id) ?? []),
      publicUrl,
    );
    if (rows.length > 0) yield stringify(rows.map((row) => cellsOf(row, shape)));
    done += page.length;
    progress?.({ done, total: Math.max(done, shape.products) });
    last = page.at(-1)?.id ?? last;
    if (page.length < pageSize) return done;
  }
}
