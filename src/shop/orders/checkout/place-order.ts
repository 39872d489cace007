import type { Language } from "#contract/language.ts";
import { removeOrderedLinesSql } from "#shop/cart/index.ts";
import { reserveStock } from "#shop/catalog/index.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { resolveWard, type WardSnapshot } from "#shop/locations/index.ts";
import { createCodPayment } from "#shop/payments/index.ts";
import { quoteShipping } from "#shop/shipping/index.ts";
import { type CheckedLine, checkLines, assertInStock } from "./check-lines.ts";
import type { Checkout } from "./checkout.ts";
import { readCodLimits, refuseOverCodLimits } from "./cod-limits.ts";
import { refuseFields } from "./form-check.ts";
import type { Order } from "../order.ts";
import { draftOrder, type OrderDraft } from "./order-draft.ts";
import { sendOrderConfirmation } from "../order-emails.ts";
import { type Placed, writeOrder } from "../write-order.ts";

/** Where the calls that place orders carry what a refusal has to name. */
export interface FieldNames {
  lang: Language;
  /** the parameter with the lines */
  lines: string;
  /** the parameter with the address */
  address: string;
}

/** An order checked and priced, not written yet. */
export interface PricedOrder {
  checked: readonly CheckedLine[];
  draft: OrderDraft;
}

async function wardOf(
  shop: AppContext,
  checkout: Checkout,
  { lang, address }: FieldNames,
): Promise<WardSnapshot | null> {
  if (!checkout.ward) return null;
  const found = await resolveWard(shop, checkout.ward);
  if (!found)
    throw refuseFields([{ parameter: address, label: "ward", sentence: t(lang, "order_errors.ward_mismatch") }]);
  return found;
}

/**
 * Checks what a shopper wants against catalogue and map, and prices it. It may wait for the carrier.
 * @param held pieces by stock that are the shopper's already, see checkLines
 * @throws Refusal 400 that names what cannot be had, or a ward that is not where it is said to be
 */
export async function priceOrder(
  shop: AppContext,
  checkout: Checkout,
  { held, ...wording }: FieldNames & { held?: ReadonlyMap<number, number> },
): Promise<PricedOrder> {
  const { lang } = wording;
  const checking = { parameter: wording.lines, lang, facts: shop.cache.facts, ...(held && { held }) };
  const checked = await checkLines(shop.db, checkout.lines, checking);
  const ward = await wardOf(shop, checkout, wording);
  const quote = await quoteShipping(shop, {
    method: checkout.shippingMethod,
    destination: ward,
    pieces: checked.map(({ piece, quantity }) => ({ weightG: piece.weightG, price: piece.unitPrice, quantity })),
  });
  return { checked, draft: draftOrder(checkout, { lines: checked, ward, quote, lang }) };
}

/** What a letter and an answer need of an order that is not written yet. */
const toldOf = (id: number, { paymentMethod, shippingMethod }: Checkout, draft: OrderDraft, now: Date) => ({
  ...{ id, createdAt: now, paymentMethod, shippingMethod, discountTotal: 0, feeTotal: 0 },
  ...draft,
});

/**
 * Places an order: stock, order, ledger, popularity and letter, and for cash the cart. One that is paid online has no attempt
 * yet, and keeps its lines in the cart until it is paid. All of it is one round trip: nothing of it waits for another part, and
 * what is refused in the end is undone with the transaction.
 * @param id a `nextOrderId`
 * @returns the order as it is written
 * @throws Refusal 400 naming what somebody else bought in between, and a violated `idempotency_key_pkey` when the same attempt
 * has made its order meanwhile
 */
export async function placeOrder(
  tx: Tx,
  id: number,
  checkout: Checkout,
  { priced: { checked, draft }, placed, wording }: { priced: PricedOrder; placed: Placed; wording: FieldNames },
): Promise<Order> {
  const { lang } = wording;
  const inCash = checkout.paymentMethod === "cod";
  const beside = {
    payment: inCash ? createCodPayment : null,
    cart: inCash ? removeOrderedLinesSql(placed.customerId, draft.lines) : null,
    letter: sendOrderConfirmation(toldOf(id, checkout, draft, placed.now), { lang }),
  };
  const [limits, order, taken] = await Promise.all([
    inCash ? readCodLimits(tx) : null,
    writeOrder(tx, { id, checkout, draft, placed, lang }, beside),
    // the last: whoever wants the same pieces waits for this order from here on
    reserveStock(
      tx,
      checked.map(({ piece, quantity }) => ({ stockId: piece.stockId, quantity })),
    ),
  ]);
  if (!taken.ok) assertInStock(checked, taken.short, { parameter: wording.lines, lang });
  if (limits)
    await refuseOverCodLimits(tx, limits, { total: draft.total, phone: draft.billing.phone, lang, orderId: id });
  return order;
}
