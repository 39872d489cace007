import type { Warranty } from "#contract/backoffice/packing.ts";
import type { ProductSpecifications } from "#contract/woo/specifications.ts";
import { calendarDayOf } from "#contract/calendar-days.ts";
import type { Language, Translated } from "#contract/language.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { json, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { lineNotFound } from "./packing-errors.ts";
import { monthsOfWarranty } from "./settings.ts";
import { newWarrantyCode, warrantyCode } from "./warranty-code.ts";

interface WarrantyRow {
  code: string;
  orderId: number;
  name: Translated;
  details: { name: Translated; value: Translated }[];
  createdAt: Date;
  validUntil: Date;
  repairs: Warranty["repairs"];
}

const noCard = (lang: Language): HttpError =>
  new HttpError(404, "rest_not_found", t(lang, "packing_errors.no_warranty"));

const columns = sql`
  w.code, w.order_id "orderId", w.name, w.details, w.created_at "createdAt", w.valid_until "validUntil",
  coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'at', r.at, 'by', m.name, 'note', r.note) order by r.id)
    from warranty_repair r left join staff m on m.id = r.staff_id where r.warranty_code = w.code), '[]') repairs`;

const toWarranty = (row: WarrantyRow, { lang, now }: { lang: Language; now: Date }): Warranty => ({
  code: row.code,
  order_id: row.orderId,
  name: row.name[lang],
  details: row.details.map(({ name, value }) => ({ name: name[lang], value: value[lang] })),
  created_at: row.createdAt.toISOString(),
  valid_until: row.validUntil.toISOString(),
  days_left: Math.max(0, Math.ceil((row.validUntil.getTime() - now.getTime()) / dayMs)),
  repairs: row.repairs.map((repair) => ({ ...repair, at: new Date(repair.at).toISOString() })),
});

/** A warranty card. @param code its number in any notation @throws HttpError 404 */
export async function readWarranty(
  reader: Reader,
  { code, lang, now }: { code: string; lang: Language; now: Date },
): Promise<Warranty> {
  const row = await reader.one<WarrantyRow>(sql`
    select ${columns} from warranty w where w.code = ${warrantyCode(code) ?? ""}`);
  if (!row) throw noCard(lang);
  return toWarranty(row, { lang, now });
}

/** The same day in Vietnam, a number of months later; the last day of a shorter month. */
function monthsLater(from: Date, months: number): Date {
  const start = new Date(`${calendarDayOf(from)}T00:00:00Z`);
  const until = new Date(start);
  until.setUTCMonth(until.getUTCMonth() + months);
  if (until.getUTCDate() !== start.getUTCDate()) until.setUTCDate(0);
  return new Date(from.getTime() + until.getTime() - start.getTime());
}

interface CardLine {
  name: Translated;
  units: number;
  details: WarrantyRow["details"];
  specifications: ProductSpecifications | null;
}

/** The line with its options and the attributes and specifications of its product. */
const readLine = (tx: Tx, orderId: number, lineId: number): Promise<CardLine | undefined> =>
  tx.one<CardLine>(sql`
    select l.name, l.quantity - l.restocked units,
      coalesce((select jsonb_agg(jsonb_build_object('name', o -> 'name', 'value', o -> 'option'))
        from jsonb_array_elements(l.options) o), '[]')
      || coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'value', e.name) order by a.id, e.id)
        from product_term x join term e on e.id = x.term_id join attribute a on a.id = e.attribute_id
        where x.product_id = l.product_id and not exists (
          select from jsonb_array_elements(l.options) o where o ->> 'slug' = a.slug)), '[]') details,
      (select nullif(p.extra -> 'specifications', 'null') from product p where p.id = l.product_id) specifications
    from order_line l where l.id = ${lineId} and l.order_id = ${orderId}`);

/** Metal and stones by the specifications, unless an option or attribute of the product names them. */
function detailsOf({ details, specifications }: CardLine): WarrantyRow["details"] {
  const { metal, stones = [] } = specifications ?? {};
  const named = details.flatMap(({ value }) => [value.vi, value.en]);
  const add = (key: string, values: (string | undefined)[]): WarrantyRow["details"] => {
    const text = [...new Set(values)].filter((value) => value && !named.includes(value)).join(", ");
    const name = { vi: t("vi", `warranty_details.${key}`), en: t("en", `warranty_details.${key}`) };
    return text === "" ? [] : [{ name, value: { vi: text, en: text } }];
  };
  return [
    ...details,
    ...add("metal", [metal?.name]),
    ...add(
      "stones",
      stones.map(({ name }) => name),
    ),
  ];
}

/**
 * Creates the cards of a line, one for each unit; those that exist stay. @returns all cards of the line
 * @throws HttpError 404
 */
export async function createWarranties(
  tx: Tx,
  {
    orderId,
    lineId,
    staffId,
    lang,
    now,
  }: { orderId: number; lineId: number; staffId: number; lang: Language; now: Date },
): Promise<Warranty[]> {
  await lockOrder(tx, orderId);
  const line = await readLine(tx, orderId, lineId);
  if (!line) throw lineNotFound(lang);
  const until = monthsLater(now, await monthsOfWarranty(tx));
  for (let unit = 1; unit <= line.units; unit++)
    await tx.run(sql`
      insert into warranty (code, order_id, line_id, unit, name, details, created_at, valid_until, staff_id)
      values (${newWarrantyCode()}, ${orderId}, ${lineId}, ${unit}, ${json(line.name)}::jsonb, ${json(detailsOf(line))}::jsonb, ${now}, ${until},
        ${staffId})
      on conflict (line_id, unit) do nothing`);
  const rows = await tx.all<WarrantyRow>(sql`
    select ${columns} from warranty w where w.line_id = ${lineId} order by w.unit`);
  return rows.map((row) => toWarranty(row, { lang, now }));
}

/** Records a repair. @throws HttpError 404 */
export async function recordRepair(
  tx: Tx,
  { code, note, staffId, lang, now }: { code: string; note: string; staffId: number; lang: Language; now: Date },
): Promise<Warranty> {
  const recorded = await tx.run(sql`
    insert into warranty_repair (warranty_code, staff_id, at, note)
    select code, ${staffId}, ${now}::timestamptz, ${note} from warranty where code = ${warrantyCode(code) ?? ""}`);
  if (recorded === 0) throw noCard(lang);
  return readWarranty(tx, { code, lang, now });
}
