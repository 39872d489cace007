import type { PackOrder } from "#contract/backoffice/packing.ts";
import type { Stage } from "#contract/stages.ts";
import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { hasGiftBox, lineGiftUnits, type OrderAddress, type OrderLine } from "#shop/orders/index.ts";
import { ownStatuses } from "#shop/shipping/index.ts";
import { type PackedBox, packingBox, sizeOfPacking } from "../update-parcel-size.ts";
import { promisedDay } from "./read-queue.ts";
import { type PackingRules, readPackingRules } from "./settings.ts";

interface LineRow extends Pick<OrderLine, "id" | "name" | "ownName" | "sku" | "options" | "image" | "gift"> {
  quantity: number;
  ticked: number;
  barcode: string | null;
  place: string | null;
  weightG: number | null;
}

interface PackRow extends PackedBox {
  id: number;
  stage: Stage;
  shipping: OrderAddress;
  phone: string;
  customerNote: string;
  giftBox: boolean;
  total: Dong;
  promised_date: string | null;
  state: PackOrder["state"];
  staffId: number | null;
  staffName: string | null;
  at: Date | null;
  tray: number | null;
  extras: string[];
  box_id: number | null;
  parcel: { id: number; code: string | null; status: string; fee: Dong | null } | null;
  notes: string[];
  photos: { id: number; at: string }[];
  lines: LineRow[];
}

/** The lines of `orders o` without the units that were refunded. */
const lines: Sql = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'ownName', l.custom_name, 'sku', l.sku, 'options', l.options,
    'image', l.image, 'gift', l.gift, 'quantity', l.quantity - l.restocked,
    'ticked', least(l.quantity - l.restocked, coalesce((
      select sum(t.quantity) from packing_tick t where t.line_id = l.id and t.order_id = o.id), 0)),
    'barcode', coalesce(nullif(v.extra ->> 'global_unique_id', ''), nullif(p.extra ->> 'global_unique_id', '')),
    'place', nullif(d.bin, ''),
    'weightG', p.weight_g) order by l.id)
  from order_line l
    left join product p on p.id = l.product_id
    left join variation v on v.id = l.variation_id
    left join stock_detail d on d.stock_id = coalesce(v.stock_id, p.stock_id)
  where l.order_id = o.id and l.quantity > l.restocked), '[]')`;

const readRows = (reader: Reader, ids: readonly number[]): Promise<PackRow[]> =>
  reader.all<PackRow>(sql`
    select o.id, w.stage, o.shipping, coalesce(nullif(o.shipping ->> 'phone', ''), o.billing ->> 'phone', '') phone,
      o.customer_note "customerNote", ${hasGiftBox} "giftBox", o.total, ${promisedDay} promised_date, coalesce(k.state, 'none') state, k.staff_id "staffId",
      m.name "staffName", k.at, k.tray, coalesce(k.extras, '{}') extras, k.weight_g "weightG", k.length_cm length, k.width_cm width,
      k.height_cm height, k.box_id, ${packingBox} box,
      (select jsonb_build_object('id', r.id, 'code', r.tracking_code, 'status', r.status, 'fee', r.fee)
        from parcel r where r.order_id = o.id order by r.id desc limit 1) parcel,
      coalesce((select jsonb_agg(n.note order by n.id) from order_note n where n.order_id = o.id and n.for_packing), '[]') notes,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'at', f.taken_at) order by f.id)
        from packing_photo f where f.order_id = o.id and f.file is not null), '[]') photos,
      ${lines} lines
    from orders o
      join order_workflow w on w.order_id = o.id
      left join packing k on k.order_id = o.id
      left join packing_box b on b.id = k.box_id
      left join staff m on m.id = k.staff_id
    where o.id = any(${[...ids]}::integer[]) and o.status <> 'trash'`);

/** The chosen options as one text, the largest text of the screen. */
export const optionOf = ({ options }: Pick<LineRow, "options">, lang: Language): string =>
  options.map(({ option }) => option[lang]).join(" · ");

/** A line's product without its options, or the name that a merchant gave it. */
const nameOf = (line: LineRow, lang: Language): string => line.ownName ?? line.name[lang];

/** The inner circumference of a ring in mm, from its size "52 mm". */
function ringSize({ options }: LineRow): number | null {
  const size = options.find(({ slug }) => slug === "pa_size")?.value ?? "";
  const mm = /^(\d{2}(?:[.,]\d)?) mm$/.exec(size)?.[1];
  return mm === undefined ? null : Number(mm.replace(",", "."));
}

const lineOf = (line: LineRow, lang: Language) => ({
  id: line.id,
  sku: line.sku,
  codes: [line.sku, line.barcode].filter((code): code is string => Boolean(code)),
  name: nameOf(line, lang),
  option: line.ownName === null ? optionOf(line, lang) : "",
  quantity: line.quantity,
  ticked: line.ticked,
  image: line.image,
  ring_mm: ringSize(line),
  place: line.place,
  gift: line.gift && {
    name: line.gift.name[lang],
    image: line.gift.image,
    quantity: lineGiftUnits(line.gift, line.quantity),
  },
});

const lastWord = (name: string): string => name.trim().split(/\s+/).at(-1) ?? "";
const lastDigits = (phone: string): string => phone.replace(/\D/g, "").slice(-3);

/** Weight of the items of an order in grams; unknown weights count as nothing, as in a booking. */
const weightOfLines = (lines: readonly LineRow[]): number =>
  lines.reduce((sum, { weightG, quantity }) => sum + Number(weightG ?? 0) * quantity, 0);

/** The reader of an order that is to be packed. */
export interface PackViewer {
  lang: Language;
  /** with the permission `orders.view`: sees what the customer wrote */
  viewsOrders: boolean;
}

function packOrderOf(row: PackRow, rules: PackingRules, { lang, viewsOrders }: PackViewer): PackOrder {
  const { shipping, lines, parcel, staffId, staffName, at } = row;
  const itemsG = weightOfLines(lines);
  const size = sizeOfPacking(itemsG, row);
  const booked = parcel !== null && parcel.code !== null && parcel.status !== ownStatuses.byHand;
  // the schema of the endpoint decides what a packer sees, and not this function
  return {
    ...row,
    number: String(row.id),
    recipient: {
      name: lastWord(`${shipping.last_name} ${shipping.first_name}`),
      phone_last_digits: lastDigits(row.phone),
      ward: shipping.address_2,
      province: shipping.city,
    },
    lines: lines.map((line) => lineOf(line, lang)),
    customer_note: viewsOrders && !row.giftBox && row.customerNote !== "" ? row.customerNote : null,
    gift: { message: row.giftBox ? row.customerNote : "", hide_prices: row.giftBox },
    parcel: {
      weight_g: size.weightG,
      size_cm: size.cm,
      items_g: Math.ceil(itemsG),
      box_id: row.box_id,
      fee: viewsOrders ? (parcel?.fee ?? null) : null,
      id: parcel?.id ?? null,
      code: parcel?.code ?? null,
      label: booked,
      prints: rules.opensLabel,
    },
    photo: rules.requiresPhoto(row.total) ? "always" : "none",
    assigned_to:
      row.state !== "none" && staffId !== null && at
        ? { id: staffId, name: staffName ?? "", since: at.toISOString() }
        : null,
  };
}

/** Orders as packers see them, in the order of their ids. */
export async function readPackOrders(reader: Reader, ids: readonly number[], viewer: PackViewer): Promise<PackOrder[]> {
  const [rows, rules] = await Promise.all([readRows(reader, ids), readPackingRules(reader)]);
  return rows.toSorted((a, b) => a.id - b.id).map((row) => packOrderOf(row, rules, viewer));
}
