import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { toUsdCents } from "#contract/money.ts";
import { type Db, isMissingReference, sql, type Tx } from "#shop/kernel/db/database.ts";
import { orders } from "#shop/kernel/observability/metrics.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { attemptsOf, type OnlineMethod, openAttempt, type StoredAttempt } from "#shop/payments/index.ts";
import type { Checkout } from "./checkout.ts";
import { findOrderByIdempotencyKey } from "./idempotency.ts";
import { lockOrder } from "../lock-order.ts";
import type { Order } from "../order.ts";
import { type PricedOrder, placeOrder, priceOrder, type FieldNames } from "./place-order.ts";
import { nextOrderId, type Placed } from "../write-order.ts";
import { pollAndSettle } from "../payment-flow/poll-payment.ts";
import { findFailedOrdersHoldingStock, cancelFailedOrder } from "../payment-flow/cancel-superseded-orders.ts";
import { cancelUnpaidOrder } from "../payment-flow/cancel-unpaid-order.ts";
import type { AppContextWithGateways } from "../payment-flow/paying-shop.ts";
import { assertPaymentLimits } from "../payment-flow/refuse-out-of-bounds.ts";
import { resumeUnpaidOrder } from "./resume-unpaid-order.ts";
import { beginTimes, stockReservationDeadline } from "../payment-flow/payment-deadlines.ts";
import { findUnpaid, filterPaid, reservedStockOf } from "../payment-flow/unpaid-orders.ts";

/** One submit of either form, read and named. */
export interface Submission {
  request: FastifyRequest;
  checkout: Checkout;
  placed: Placed;
  wording: FieldNames;
  /** false where it is known that no order of theirs waits to be paid */
  waits?: boolean;
}

export interface SubmitResult {
  orderId: number;
  /** false where an order that was there already is the answer */
  fresh: boolean;
  /** as it was written, where it is new */
  order?: Order;
}

/** Those that their gateway may still have something to say about. */
const isOpen = ({ status, checkAfter }: StoredAttempt): boolean =>
  status === "created" || status === "pending" || (checkAfter !== null && status !== "succeeded");

/**
 * Hears what became of the attempts before, so that nobody pays twice.
 * @throws Refusal 503 where the gateway is silent and the courier would collect what may be paid already
 */
async function settleOpenPayments(
  shop: AppContextWithGateways,
  orderIds: readonly number[],
  { checkout, wording }: Submission,
) {
  const attempts = (await Promise.all(orderIds.map((id) => attemptsOf(shop.db, id)))).flat().filter(isOpen);
  // what was approved is left alone: the shopper has chosen anew
  const answers = await Promise.all(attempts.map((attempt) => pollAndSettle(shop, attempt, { take: false })));
  if (checkout.paymentMethod === "cod" && answers.includes(null))
    throw new HttpError(503, "payment_gateway_unreachable", t(wording.lang, "payment_gateway.cash_unsure"));
}

/**
 * One submit of a customer's at a time: two of them, from two windows, see each other's order.
 * @returns the number of the order that this one may make; of two, the later may have the lower
 */
async function lockCustomer(tx: Tx, customerId: number): Promise<number> {
  const row = await tx.one<{ nextId: number }>(
    sql`select ${nextOrderId} "nextId" from customer where id = ${customerId} for no key update`,
  );
  // whoever is logged in has an account, unless it is deleted at this moment
  if (!row) throw new Error(`there is no customer ${customerId}`);
  return row.nextId;
}

/**
 * Opens the next attempt to pay an order of this total, and holds its pieces for it. The order's row is locked.
 * @throws Refusal 400 for a total that the gateway does not take
 */
export async function openNextAttempt(tx: Tx, { orderId, method, total, now, lang }: Opening): Promise<StoredAttempt> {
  assertPaymentLimits({ method, total, lang });
  const before = await attemptsOf(tx, orderId);
  const hold = stockReservationDeadline(before.at(-1)?.createdAt ?? now, now);
  const usd = method === "paypal" ? await inDollars(tx, total) : null;
  const times = beginTimes(method, now, hold);
  const attempt = await openAttempt(tx, { orderId, method, amount: total, usd, now, ...times });
  await tx.run(sql`update orders set hold_until = ${hold} where id = ${orderId}`);
  return attempt;
}

interface Opening {
  orderId: number;
  method: OnlineMethod;
  total: number;
  now: Date;
  lang: Language;
}

async function inDollars(tx: Tx, total: number): Promise<{ cents: number; rate: number }> {
  const row = await tx.one<{ rate: number }>(sql`select rate from currency where code = 'USD'`);
  if (!row) throw new Error("there is no rate for the dollar");
  return { cents: toUsdCents(total, row.rate), rate: row.rate };
}

/** An order that has been paid meanwhile is this submit's answer, also when it is sent again. */
async function remember(tx: Tx, { attempt, now }: Placed, orderId: number): Promise<SubmitResult> {
  await tx.run(sql`
    insert into idempotency_key (owner, key, body_hash, order_id, created_at)
    values (${attempt.owner}, ${attempt.key}, ${attempt.bodyHash}, ${orderId}, ${now})`);
  return { orderId, fresh: false };
}

/** What was found and worked out before anything was locked. */
interface Prepared {
  priced: PricedOrder;
  /** the shopper's own failed orders that make room for a new one */
  failed: readonly number[];
}

/**
 * Writes the order, new or once more, with its first or next attempt.
 * @throws a violated `idempotency_key_pkey` when the same submit has made its order meanwhile, whichever of these it was
 */
async function write(
  tx: Tx,
  submission: Submission,
  prepared: Prepared,
  seen: readonly number[],
): Promise<SubmitResult> {
  const { checkout, placed, wording } = submission;
  const { priced, failed } = prepared;
  const { customerId, now } = placed;
  const [nextId, paid, found] = await Promise.all([
    lockCustomer(tx, customerId),
    seen.length > 0 ? filterPaid(tx, seen) : null,
    findUnpaid(tx, { customerId, lines: checkout.lines, now }),
  ]);
  if (paid !== null) return remember(tx, placed, paid);
  for (const { id } of found.toReversed()) await lockOrder(tx, id);
  // what a notice has moved before the lock is not unpaid any more
  const unpaid = found.length > 0 ? await findUnpaid(tx, { customerId, lines: checkout.lines, now }) : [];
  if (unpaid.length < found.length) return write(tx, submission, prepared, [...seen, ...found.map(({ id }) => id)]);
  const [again] = unpaid.filter(({ held }) => held);
  for (const { id } of unpaid) if (id !== again?.id) await cancelUnpaidOrder(tx, id, { actor: "job", now });
  if (!again) await cancelFailedOrder(tx, failed, { customerId, now });
  const order = again ? null : await placeOrder(tx, nextId, checkout, { priced, placed, wording });
  const orderId = again?.id ?? nextId;
  const total = again
    ? await resumeUnpaidOrder(tx, again.id, checkout, { draft: priced.draft, placed, wording })
    : priced.draft.total;
  const { paymentMethod: method } = checkout;
  if (method !== "cod") await openNextAttempt(tx, { orderId, method, total, now, lang: wording.lang });
  return order ? { orderId, fresh: true, order } : { orderId, fresh: false };
}

/** What stands in the way of a new order: nothing, as for most submits, is one question. */
async function findBefore(db: Db, { checkout, placed, waits }: Submission) {
  const { customerId, now } = placed;
  if (waits === false) return { unpaid: [], failed: [], held: new Map<number, number>() };
  const unpaid = (await findUnpaid(db, { customerId, lines: checkout.lines, now })).map(({ id }) => id);
  const failed = unpaid.length > 0 ? [] : await findFailedOrdersHoldingStock(db, { customerId, lines: checkout.lines });
  return { unpaid, failed, held: await reservedStockOf(db, [...unpaid, ...failed]) };
}

async function attemptToSubmit(shop: AppContextWithGateways, submission: Submission): Promise<SubmitResult> {
  const { checkout, wording } = submission;
  const { unpaid, failed, held } = await findBefore(shop.db, submission);
  await settleOpenPayments(shop, [...unpaid, ...failed], submission);
  const priced = await priceOrder(shop, checkout, { ...wording, held });
  return shop.db.transaction((tx) => write(tx, submission, { priced, failed }, unpaid));
}

const newestUnpaid = async (db: Db, { checkout, placed }: Submission): Promise<number | undefined> =>
  (await findUnpaid(db, { customerId: placed.customerId, lines: checkout.lines, now: placed.now }))[0]?.id;

/**
 * One submit by a logged-in customer: makes one order however often it is sent, and takes up their own unpaid one again where
 * it holds the same lines.
 * @throws Refusal 400 for what cannot be ordered, 422 for a key used for something else, 503 where it cannot be known whether
 * the order is paid
 */
export async function submitCheckout(shop: AppContextWithGateways, submission: Submission): Promise<SubmitResult> {
  const decided = await decide(shop, submission);
  if (decided.fresh) orders.inc({ method: submission.checkout.paymentMethod });
  return decided;
}

async function decide(shop: AppContextWithGateways, submission: Submission): Promise<SubmitResult> {
  const { request, placed, waits } = submission;
  const before = waits === false ? undefined : await newestUnpaid(shop.db, submission);
  try {
    return await attemptToSubmit(shop, submission);
  } catch (error) {
    // the same submit, sent twice at once, may have bought the last piece itself
    const made = await findOrderByIdempotencyKey(shop.db, request, placed.attempt);
    if (made !== null) return { orderId: made, fresh: false };
    // and so may another one of the same lines; or what was priced has been deleted, and is named when it is looked for again
    const { waits: _, ...anew } = submission;
    if (!isMissingReference(error) && (await newestUnpaid(shop.db, anew)) === before) throw error;
    return attemptToSubmit(shop, anew);
  }
}
