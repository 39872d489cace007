import type { OrdersFile } from "#contract/backoffice/bulk-orders.ts";
import { wooDates } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { neutralized } from "#shop/kernel/base/csv-cells.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { fullAddress, lineName, type OrderAddress, type OrderLine, type OrderLocation } from "#shop/orders/index.ts";

interface OrderExportRow {
  id: number;
  createdAt: Date;
  status: string;
  stage: string;
  billing: OrderAddress & { email: string };
  shipping: OrderAddress;
  location: OrderLocation | null;
  lines: (Pick<OrderLine, "ownName" | "name" | "options" | "quantity"> & { sku: string | null })[];
  shippingTotal: Dong;
  total: Dong;
  paymentMethod: string;
  paidAt: Date | null;
  customerNote: string;
  tracking: string | null;
}

function csvCell(cell: string): string {
  const text = neutralized(cell);
  return /[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const columns = [
  "number",
  "date",
  "status",
  "stage",
  "name",
  "phone",
  "email",
  "street",
  "ward",
  "district",
  "province",
  "items",
  "shipping",
  "total",
  "payment",
  "paid",
  "tracking",
  "note",
] as const;
/** of orders that have it in both schemes */
const addressColumn = "address";
type Column = (typeof columns)[number] | typeof addressColumn;

const localTime = (at: Date): string => wooDates(at).local.replace("T", " ");

function cellsOf(row: OrderExportRow, lang: Language): Record<Column, string> {
  const { billing, shipping, location } = row;
  return {
    number: String(row.id),
    date: localTime(row.createdAt),
    status: row.status,
    stage: t(lang, `order_stages.${row.stage}`),
    name: [billing.last_name, billing.first_name].filter(Boolean).join(" "),
    phone: billing.phone ?? "",
    email: billing.email ?? "",
    street: shipping.address_1 ?? "",
    ward: shipping.address_2 ?? "",
    district: shipping.state ?? "",
    province: shipping.city ?? "",
    items: row.lines
      .map((line) => `${line.quantity} × ${lineName(line, lang)}${line.sku ? ` (${line.sku})` : ""}`)
      .join("; "),
    shipping: String(row.shippingTotal),
    total: String(row.total),
    payment: row.paymentMethod,
    paid: row.paidAt ? localTime(row.paidAt) : "",
    tracking: row.tracking ?? "",
    note: row.customerNote,
    address: location?.address ? fullAddress(shipping, location, lang) : "",
  };
}

/** A CSV file of orders, with a byte order mark, since spreadsheets otherwise misread Vietnamese. */
export async function exportOrders(
  reader: Reader,
  ids: readonly number[],
  { lang, now }: { lang: Language; now: Date },
): Promise<OrdersFile> {
  const rows = await reader.all<OrderExportRow>(sql`
    select o.id, o.created_at "createdAt", o.status, w.stage, o.billing, o.shipping, o.location, o.shipping_total "shippingTotal", o.total,
      o.payment_method "paymentMethod", o.paid_at "paidAt", o.customer_note "customerNote",
      (select p.tracking_code from parcel p where p.order_id = o.id order by p.id desc limit 1) tracking,
      coalesce((select jsonb_agg(jsonb_build_object('ownName', l.custom_name, 'name', l.name, 'options', l.options,
        'quantity', l.quantity, 'sku', l.sku) order by l.id) from order_line l where l.order_id = o.id), '[]') lines
    from orders o join order_workflow w on w.order_id = o.id
    where o.id = any(${[...ids]}::integer[]) order by array_position(${[...ids]}::integer[], o.id)`);
  const shown: readonly Column[] = rows.some(({ location }) => location?.address)
    ? [...columns, addressColumn]
    : columns;
  const lines = rows.map((row) => {
    const cells = cellsOf(row, lang);
    return shown.map((column) => csvCell(cells[column])).join(",");
  });
  const heading = shown.map((column) => csvCell(t(lang, `order_columns.${column}`))).join(",");
  return {
    name: `orders-${wooDates(now).local.slice(0, 10)}.csv`,
    content: `\uFEFF${[heading, ...lines].join("\r\n")}\r\n`,
    orders: rows.length,
  };
}
