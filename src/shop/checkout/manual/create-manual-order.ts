import { createdByStaff } from "#contract/backoffice/manual-order-rules.ts";
import type { CreateManualOrder } from "#contract/backoffice/manual-orders.ts";
import type { Language } from "#contract/language.ts";
import { formatDong } from "#contract/money.ts";
import { isOnlineMethod } from "#contract/payment-methods/index.ts";
import { reserveStock } from "#shop/catalog/index.ts";
import { insertPromise } from "#shop/delivery-promise/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { orders } from "#shop/kernel/observability/metrics.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { addStaffNote, type Order, sendOrderConfirmation, transitionOrder } from "#shop/orders/index.ts";
import { type AppContextWithGateways, codePrefixOf, openNextAttempt } from "#shop/payment-flow/index.ts";
import { createCodPayment, markCodCollected } from "#shop/payments/index.ts";
import { throwOutOfStock } from "../check-lines.ts";
import { forEmail } from "../place-order.ts";
import { nextOrderId, writeOrder } from "../write-order.ts";
import type { PricedManualOrder } from "./price-manual-order.ts";

interface CreatedBy {
  staffId: number;
  /** of the messages for the staff member */
  lang: Language;
  now: Date;
}

/** The account is locked, so that it is not deleted before the order refers to it. @throws HttpError 400 */
async function assertCustomer(tx: Tx, id: number | null, lang: Language): Promise<void> {
  if (id === null) return;
  const customer = await tx.one(sql`select from customer where id = ${id} for key share`);
  if (customer) return;
  throw invalidParam("customer_id", t(lang, "manual_orders.no_customer"));
}

async function newOrderId(tx: Tx): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`select ${nextOrderId} id`);
  if (!row) throw new Error("a sequence returned no id");
  return row.id;
}

/** What was changed of the prices, and why, as a private note. */
async function notePrices(
  tx: Tx,
  orderId: number,
  { changed, lang }: PricedManualOrder,
  { reason, staffId, now }: { reason: string; staffId: number; now: Date },
): Promise<void> {
  if (changed.length === 0) return;
  const lines = changed.map(({ product, before, after }) => {
    const name = product.option[lang] ? `${product.name[lang]} (${product.option[lang]})` : product.name[lang];
    return t(lang, "manual_orders.price_changed", { name, before: formatDong(before), after: formatDong(after) });
  });
  const note = [...lines, t(lang, "manual_orders.price_reason", { reason })].join("\n");
  await addStaffNote(tx, orderId, note, { staffId, now });
}

interface ManualPaymentContext {
  checkout: PricedManualOrder["checkout"];
  by: CreatedBy;
  /** see {@link codePrefixOf} */
  codePrefix: string | null;
}

/** How the order goes on: it is paid already, confirmed, or waits for its payment. */
async function applyPayment(
  tx: Tx,
  order: Pick<Order, "id" | "total">,
  { payment, confirmed, handed_over }: CreateManualOrder,
  { checkout: { paymentMethod: method }, by, codePrefix }: ManualPaymentContext,
): Promise<void> {
  const { id, total } = order;
  const { now, lang } = by;
  const actor = `staff:${by.staffId}` as const;
  const move = (to: "processing" | "completed", reason: string) => transitionOrder(tx, id, to, { actor, reason, now });
  if (isOnlineMethod(method)) {
    await openNextAttempt(tx, { orderId: id, method, total, usdRate: null, now, lang, codePrefix });
  } else if (payment === "cash_at_counter") {
    await markCodCollected(tx, id, { by: actor, now });
    // before the transition: a parcel that it books collects no cash
    await tx.run(sql`update orders set paid_at = ${now} where id = ${id}`);
    await move(handed_over ? "completed" : "processing", t("vi", "manual_orders.paid_in_cash"));
  } else if (confirmed) await move("processing", "call");
}

async function insert(
  tx: Tx,
  body: CreateManualOrder,
  { priced, by, codePrefix }: { priced: PricedManualOrder } & Pick<ManualPaymentContext, "by" | "codePrefix">,
): Promise<Order> {
  const { checkout, checked, promise, lang } = priced;
  const { staffId, now } = by;
  const customerId = body.customer_id ?? null;
  await assertCustomer(tx, customerId, by.lang);
  const id = await newOrderId(tx);
  const isPaid = body.payment === "cash_at_counter";
  const draft = isPaid ? { ...priced.draft, paymentMethodTitle: t(lang, "manual_orders.paid_in_cash") } : priced.draft;
  const actor = `staff:${staffId}` as const;
  const origin = { actor, attempt: null, createdVia: createdByStaff, address: null, userAgent: "" };
  const [order, reservation] = await Promise.all([
    writeOrder(
      tx,
      { id, checkout, draft, placed: { ...origin, customerId, now }, lang },
      {
        payment: isOnlineMethod(checkout.paymentMethod) ? null : createCodPayment,
        cart: null,
        promise: promise && insertPromise(sql`o`, promise),
        // its text is about a payment to come
        email: isPaid ? null : sendOrderConfirmation(forEmail(id, checkout, { draft, promise, now }), { lang }),
      },
    ),
    // last, since it locks the stock rows
    reserveStock(
      tx,
      checked.map(({ product, quantity }) => ({ stockId: product.stockId, quantity })),
      { reason: "sold", orderId: id, actor },
    ),
  ]);
  if (!reservation.ok) throwOutOfStock(checked, reservation.short, { parameter: "line_items", lang: by.lang });
  await notePrices(tx, id, priced, { reason: body.price_reason ?? "", staffId, now });
  await applyPayment(tx, order, body, { checkout, by, codePrefix });
  return order;
}

/**
 * Stores an order that a staff member created, and reserves its stock. The limits of shoppers' orders do not apply.
 * @returns its id
 * @throws HttpError 400 for an unknown account, for stock that other orders have reserved since, and for a total that the gateway
 * does not accept
 */
export async function createManualOrder(
  shop: AppContextWithGateways,
  body: CreateManualOrder,
  context: { priced: PricedManualOrder; by: CreatedBy },
): Promise<number> {
  const { id } = await shop.db.transaction((tx) => insert(tx, body, { ...context, codePrefix: codePrefixOf(shop) }));
  orders.inc({ method: context.priced.checkout.paymentMethod });
  return id;
}
