import type { Cart } from "#contract/cart.ts";
import { type Dong, sum, toUsdCents } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { type Buyer, buyerName, isGuest } from "#shop/kernel/auth/buyer.ts";
import { type Db, isMissingReference, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { orders } from "#shop/kernel/observability/metrics.ts";
import {
  findOrderByIdempotencyKey,
  lockOrder,
  markReplaced,
  type SubmitResult,
  storeIdempotencyKey,
} from "#shop/orders/index.ts";
import {
  type AppContextWithGateways,
  assertNoCapture,
  cancelUnpaidOrder,
  codePrefixOf,
  openNextAttempt,
  pollOpenPayments,
  readUsdRate,
} from "#shop/payment-flow/index.ts";
import { cancelFailedOrders, findFailedOrdersHoldingStock } from "./cancel-superseded-orders.ts";
import type { Checkout } from "./checkout.ts";
import {
  assertExpected,
  assertPromised,
  CartChangedError,
  cartChanged,
  isCartUnchanged,
  isExpected,
} from "./expected-order.ts";
import type { OrderDraft } from "./order-draft.ts";
import { type FieldNames, type PricedOrder, placeOrder, priceOrder } from "./place-order.ts";
import { resumeUnpaidOrder } from "./resume-unpaid-order.ts";
import { needsConfirmation, NetworkLimitError } from "./guest-cod-limits.ts";
import { lockGuests } from "./lock-phone.ts";
import { confirmationFrom, customersConfirm } from "./needed-confirmation.ts";
import { findPaid, findUnpaid, type OrderedLines, reservedStockOf, type UnpaidOrder } from "./unpaid-orders.ts";
import { nextOrderId, type Placed } from "./write-order.ts";

/*
 * The types and steps of one submit:
 *
 *   request → readCodOrder, readOnlineOrder → Checkout ┐
 *   request → placedBy → Placed (customer, client) ────┴→ Submission
 *   1. prepare: Submission → PreparedCheckout: PricedOrder (CheckedLine[], OrderDraft), ids of earlier orders
 *   2. write:   Submission, PreparedCheckout → placeOrder or resumeUnpaidOrder, openNextAttempt → SubmitResult
 *   3. recover: a race with another request → the order of that request, or steps 1 and 2 again → SubmitResult
 */

/** One submit of either order form, parsed. */
export interface Submission {
  checkout: Checkout;
  placed: Placed;
  fields: FieldNames;
  /** false if it is known that the customer has no unpaid order */
  hasUnpaid?: boolean;
  /** the customer's current cart, for an order that was made from an outdated one */
  readCart: () => Promise<Cart>;
}

// Step 1: prepare, outside of any transaction, since it may call gateways and the carrier.

/** Read before anything is locked. */
interface PreparedCheckout {
  priced: PricedOrder;
  /** ids of the customer's unpaid orders with the same lines: one that is paid meanwhile is the result */
  sameLines: readonly number[];
  /** ids of the customer's failed orders that reserve the stock this order needs */
  failed: readonly number[];
  /** whether the default limits of cash on delivery apply */
  limited: boolean;
  /** of the codes of bank transfers */
  codePrefix: string | null;
}

const orderedLines = ({ checkout: { lines, expected }, placed: { buyer, now } }: Submission): OrderedLines => ({
  buyer,
  lines,
  fromCart: expected.lines !== undefined,
  now,
});

const idsOf = (orders: readonly { id: number }[]): number[] => orders.map(({ id }) => id);
const sameLinesOf = (orders: readonly UnpaidOrder[]): number[] => idsOf(orders.filter((order) => order.hasSameLines));

/** The customer's earlier orders that this one resumes or replaces. Most customers have none: one query. */
async function findEarlierOrders(db: Db, submission: Submission) {
  if (submission.hasUnpaid === false) return { unpaid: [], failed: [], reserved: new Map<number, number>() };
  const query = orderedLines(submission);
  const unpaid = await findUnpaid(db, query);
  const failed = unpaid.some(({ isClosed }) => !isClosed) ? [] : await findFailedOrdersHoldingStock(db, query);
  return { unpaid, failed, reserved: await reservedStockOf(db, [...idsOf(unpaid), ...failed]) };
}

async function prepare(shop: AppContextWithGateways, submission: Submission): Promise<PreparedCheckout> {
  const { unpaid, failed, reserved } = await findEarlierOrders(shop.db, submission);
  const forCash = isCashMethod(submission.checkout.paymentMethod);
  // so that nothing is paid twice
  await pollOpenPayments(shop, [...idsOf(unpaid), ...failed], { forCash, lang: submission.fields.lang });
  const priced = await priceOrder(shop, submission.checkout, { ...submission.fields, reserved });
  return {
    priced,
    sameLines: sameLinesOf(unpaid),
    failed,
    limited: shop.config.rateLimits,
    codePrefix: codePrefixOf(shop),
  };
}

// Step 2: write, in one transaction.

/**
 * Serializes the submits of one buyer, so that concurrent ones see each other's order.
 * @returns the id of the order that this submit may create, of two concurrent submits the later may get the lower id; and whether it
 * has to be confirmed if it is paid in cash
 */
async function lockBuyer(
  tx: Tx,
  buyer: Buyer,
  { billing: { phone }, total }: OrderDraft,
): Promise<{ nextId: number; confirms: boolean }> {
  if (isGuest(buyer)) await lockGuests(tx, "visitor", buyerName(buyer));
  const row = await tx.one<{ nextId: number; confirms: boolean }>(
    isGuest(buyer)
      ? sql`select ${nextOrderId} "nextId", ${buyer.confirms}::boolean confirms`
      : sql`select ${nextOrderId} "nextId", ${customersConfirm({ phone, total })} confirms from customer where id = ${buyer.customerId} for no key update`,
  );
  // a logged-in customer has an account, unless it is being deleted right now
  if (!row) throw new Error(`there is no customer ${buyer.customerId}`);
  return row;
}

/**
 * Writes the order, new or resumed, with its next payment attempt.
 * @throws a violated `idempotency_key_pkey` if a concurrent request of the same submit has written its order
 */
async function write(tx: Tx, submission: Submission, prepared: PreparedCheckout): Promise<SubmitResult> {
  const { checkout, placed, fields } = submission;
  const { priced, failed, sameLines, limited, codePrefix } = prepared;
  const { buyer, now, attempt } = placed;
  const query = orderedLines(submission);
  const [{ nextId, confirms }, paid, found] = await Promise.all([
    lockBuyer(tx, buyer, priced.draft),
    sameLines.length > 0 ? findPaid(tx, sameLines) : null,
    findUnpaid(tx, query),
  ]);
  if (paid !== null) {
    // paid since the first read: that order is the result, for retries too
    await storeIdempotencyKey(tx, attempt, { orderId: paid, now });
    return { orderId: paid, isNew: false };
  }
  for (const { id } of found.toReversed()) await lockOrder(tx, id);
  // a webhook may have settled one of them before it was locked
  const unpaid = found.length > 0 ? await findUnpaid(tx, query) : [];
  if (unpaid.length < found.length)
    return write(tx, submission, { ...prepared, sameLines: [...sameLines, ...sameLinesOf(found)] });
  await assertNoCapture(tx, idsOf(unpaid), { now, lang: fields.lang });
  if (!(await isCartUnchanged(tx, query))) throw new CartChangedError("a line is no longer in the cart");
  const { draft, promise } = priced;
  const { paymentMethod: method } = checkout;
  const usdRate = await readUsdRate(tx, method);
  const resumed = unpaid.find(
    (order) => order.canResume && isExpected(checkout.expected, charged(resumedAmounts(order, draft), usdRate)),
  );
  if (!resumed) assertExpected(checkout.expected, charged(draft, usdRate), fields.lang);
  assertPromised(checkout.expected, promise, fields.lang);
  const orderId = resumed?.id ?? nextId;
  const replaced = { actor: "job", now, replacedBy: orderId } as const;
  for (const { id, isClosed } of unpaid)
    if (id !== orderId) await (isClosed ? markReplaced(tx, id, replaced) : cancelUnpaidOrder(tx, id, replaced));
  if (!resumed) await cancelFailedOrders(tx, failed, { buyer, lang: fields.lang, now, replacedBy: orderId });
  const confirmation = confirms && isCashMethod(method) ? confirmationFrom(now, buyer) : null;
  const order = resumed
    ? null
    : await placeOrder(tx, orderId, checkout, { priced, placed, fields, limited, confirmation });
  const total = resumed
    ? await resumeUnpaidOrder(tx, resumed.id, checkout, { draft, promise, placed, fields, limited })
    : draft.total;
  if (!isCashMethod(method) && total !== null)
    await openNextAttempt(tx, { orderId, method, total, usdRate, now, lang: fields.lang, codePrefix });
  return order ? { orderId, isNew: true, order } : { orderId, isNew: false };
}

/** The amounts of a resumed order: its lines keep their prices, and shipping is quoted again. */
const resumedAmounts = ({ lines, itemsTotal }: UnpaidOrder, { shippingTotal }: OrderDraft) => ({
  lines,
  shippingTotal,
  total: sum([itemsTotal, shippingTotal]),
});

/** With what the payment attempt would charge in dollars. */
const charged = <T extends { total: Dong }>(amounts: T, usdRate: number | null) => ({
  ...amounts,
  usdCents: usdRate === null ? null : toUsdCents(amounts.total, usdRate),
});

/** A guest's cash order has to be confirmed, by a code if codes can be sent, if its network has placed many. */
async function withConfirmation(shop: AppContextWithGateways, submission: Submission): Promise<Submission> {
  const { checkout, placed } = submission;
  const { buyer, network, now } = placed;
  const hasCodes = shop.config.phone !== null;
  if (!isGuest(buyer) || (buyer.confirms && !hasCodes) || !isCashMethod(checkout.paymentMethod)) return submission;
  if (!(await needsConfirmation(shop.db, { network, now, limited: shop.config.rateLimits }))) return submission;
  return { ...submission, placed: { ...placed, buyer: { ...buyer, confirms: true, needsCode: hasCodes } } };
}

async function prepareAndWrite(shop: AppContextWithGateways, given: Submission): Promise<SubmitResult> {
  const submission = await withConfirmation(shop, given);
  const prepared = await prepare(shop, submission);
  return shop.db.transaction((tx) => write(tx, submission, prepared));
}

// Step 3: recover from a race with another request.

const newestUnpaid = async (db: Db, submission: Submission): Promise<number | undefined> =>
  (await findUnpaid(db, orderedLines(submission)))[0]?.id;

/** Whether the order was made from a cart that has changed since, so that an error about its lines is about the old cart. */
const isOutdated = async ({ db }: AppContextWithGateways, submission: Submission, error: unknown): Promise<boolean> =>
  error instanceof CartChangedError ||
  (error instanceof HttpError && error.status === 400 && !(await isCartUnchanged(db, orderedLines(submission))));

async function recover(
  shop: AppContextWithGateways,
  submission: Submission,
  { error, newestBefore }: { error: unknown; newestBefore: number | undefined },
): Promise<SubmitResult> {
  const { placed, fields } = submission;
  // a concurrent request of the same submit may have created the order, and bought the last unit
  const existing = await findOrderByIdempotencyKey(shop.db, placed.attempt, fields.lang);
  if (existing !== null) return { orderId: existing, isNew: false };
  // a concurrent submit of the same lines may have created its order; or a product was deleted, which the retry reports
  // by name
  const { hasUnpaid: _, ...retry } = submission;
  const canRetry = isMissingReference(error) || error instanceof NetworkLimitError;
  if (!canRetry && (await newestUnpaid(shop.db, retry)) === newestBefore) throw error;
  return prepareAndWrite(shop, retry);
}

/**
 * Processes one submit of a customer or guest: creates one order however often it is sent, or resumes the buyer's
 * unpaid order with the same lines. An order from the cart replaces the unpaid ones that share a line of the cart with it.
 * @throws HttpError 400 for what cannot be ordered, 409 if it is not what the customer saw, 422 for a key used with another
 * body, 503 if it cannot be determined whether the order is paid
 */
export async function submitCheckout(shop: AppContextWithGateways, submission: Submission): Promise<SubmitResult> {
  const newestBefore = submission.hasUnpaid === false ? undefined : await newestUnpaid(shop.db, submission);
  const result = await prepareAndWrite(shop, submission)
    .catch((error: unknown) => recover(shop, submission, { error, newestBefore }))
    .catch(async (error: unknown) => {
      throw (await isOutdated(shop, submission, error))
        ? cartChanged(await submission.readCart(), submission.fields.lang)
        : error;
    });
  if (result.isNew) orders.inc({ method: submission.checkout.paymentMethod });
  return result;
}
