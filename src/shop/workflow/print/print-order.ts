import type { PrintKind } from "#contract/backoffice/order-rules.ts";
import { formatDate } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, formatDong, subtract } from "#contract/money.ts";
import { isPaymentMethod } from "#contract/payment-methods/index.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { hmacHex } from "#shop/kernel/base/secrets.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { findOrders, fullAddress, lineGiftName, type Order, optionText } from "#shop/orders/index.ts";
import { readOrderWorkflows } from "../order-workflow.ts";

interface PrintedLine {
  name: string;
  option: string;
  gift: string;
  quantity: number;
  /** null in documents without prices */
  total: string | null;
}

/** What a document shows of an order, in the order's language. Without prices it holds none, and no street, email or phone number. */
export interface PrintedOrder {
  lang: Language;
  number: string;
  placedAt: string;
  lines: PrintedLine[];
  /** the lines of name and address, as far as the document shows them */
  recipient: string[];
  giftMessage: string;
  /** for packing */
  notes: string[];
  /** labels with amounts; empty without prices */
  totals: { label: string; amount: string }[];
  payment: string;
  /** entitles the recipient of a gift to an exchange */
  exchangeCode: string;
}

interface PackingNote {
  orderId: number;
  note: string;
}

const readNotes = (reader: Reader, ids: readonly number[]): Promise<PackingNote[]> =>
  reader.all<PackingNote>(sql`
    select order_id "orderId", note from order_note where order_id = any(${[...ids]}::integer[]) and for_packing order by id`);

const lastWord = (name: string): string => name.trim().split(/\s+/).at(-1) ?? "";

/** What packers may see: the last word of the name, ward and province, and three digits of the phone number. */
function shortRecipient({ shipping, billing, location }: Order, lang: Language): string[] {
  const digits = (shipping.phone || billing.phone).replaceAll(/\D/g, "").slice(-3);
  const name = lastWord(shipping.first_name || billing.first_name);
  const place = location?.address
    ? fullAddress({ ...shipping, address_1: "" }, location, lang)
    : [shipping.address_2, shipping.city].filter(Boolean).join(", ");
  return [name, place, digits && `… ${digits}`].filter(Boolean);
}

const fullRecipient = ({ shipping, billing, location }: Order, lang: Language): string[] =>
  [
    `${shipping.last_name || billing.last_name} ${shipping.first_name || billing.first_name}`.trim(),
    toLocalPhone(shipping.phone || billing.phone),
    fullAddress(shipping, location, lang),
  ].filter(Boolean);

function totalsOf(order: Order, lang: Language, paid: Dong): PrintedOrder["totals"] {
  const row = (name: string, amount: Dong) => ({ label: t(lang, `prints.${name}`), amount: formatDong(amount) });
  const due = subtract(order.total, paid);
  return [
    row("subtotal", order.subtotal),
    ...(order.discountTotal > 0 ? [row("discount", dong(-order.discountTotal))] : []),
    row("shipping", order.shippingTotal),
    ...(order.feeTotal === 0 ? [] : [row("fees", order.feeTotal)]),
    row("total", order.total),
    ...(paid > 0 ? [row("paid", paid)] : []),
    ...(due > 0 ? [row("due", due)] : []),
  ];
}

const methodOf = ({ paymentMethod, paymentMethodTitle }: Order, lang: Language): string =>
  isPaymentMethod(paymentMethod) ? t(lang, `payment_method.${paymentMethod}`) : paymentMethodTitle;

const hasPrices = (kind: PrintKind): boolean => kind === "priced" || kind === "receipt";

/** The data of documents about orders, in two round trips; unknown orders are left out. */
export async function readPrintedOrders(
  reader: Reader,
  ids: readonly number[],
  { kind, appSecret, now }: { kind: PrintKind; appSecret: string; now: Date },
): Promise<PrintedOrder[]> {
  const [orders, notes, workflows] = await Promise.all([
    findOrders(reader, ids),
    kind === "receipt" || kind === "gift" ? [] : readNotes(reader, ids),
    readOrderWorkflows(reader, ids, { lang: "vi", now }),
  ]);
  const priced = hasPrices(kind);
  return orders.map((order): PrintedOrder => {
    const { lang, id } = order;
    const workflow = workflows.get(id);
    return {
      lang,
      number: String(id),
      placedAt: formatDate(order.createdAt),
      lines: order.lines.map((line) => ({
        name: line.ownName ?? line.name[lang],
        option: line.ownName === null ? optionText(line, lang) : "",
        gift: lineGiftName(line, lang),
        quantity: line.quantity,
        total: priced ? formatDong(line.total) : null,
      })),
      recipient: priced ? fullRecipient(order, lang) : shortRecipient(order, lang),
      giftMessage: workflow?.gift.message ?? "",
      notes: notes.filter((note) => note.orderId === id).map(({ note }) => note),
      totals: priced ? totalsOf(order, lang, workflow?.money.paid ?? dong(0)) : [],
      payment: priced ? methodOf(order, lang) : "",
      exchangeCode: `${id}-${hmacHex(appSecret, `exchange ${id}`).slice(0, 6).toUpperCase()}`,
    };
  });
}
