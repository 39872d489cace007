import { expect } from "vitest";
import { countStock } from "../chaos/stock-helpers.ts";
import type { QueryFunction } from "../chaos/shop-database.ts";
import { expectSameLedger, type TransferSummary } from "./bank-reconciliation.ts";
import type { TestEnvironment } from "./environment.ts";

interface Payment {
  id: number;
  method: string;
  reference: string;
  status: string;
  amount: number;
  cents: number | null;
  refunds: { amount: number; status: string; overpayment: boolean }[];
}

interface Order {
  id: number;
  status: string;
  total: number;
  method: string;
  paid: boolean;
  payments: Payment[];
  /** how often it became paid */
  settled: number;
  /** emails to the shopper that it is paid */
  paidEmails: number;
  /** emails that report a case to the merchant */
  merchantEmails: number;
}

const readOrders = (query: QueryFunction, since: number): Promise<Order[]> =>
  query<Order>(
    `select o.id, o.status, o.total, o.payment_method "method", o.paid_at is not null "paid",
       coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'method', p.method, 'reference', p.reference,
          'status', p.status, 'amount', p.amount, 'cents', p.amount_usd_cents,
          'refunds', coalesce((select jsonb_agg(jsonb_build_object('amount', r.amount, 'status', r.status,
             'overpayment', r.is_overpayment)) from refund r where r.payment_id = p.id), '[]')) order by p.attempt)
          from payment p where p.order_id = o.id), '[]') "payments",
       (select count(*) from order_event e where e.order_id = o.id and e.to_status = 'processing'
          and e.from_status is distinct from 'processing') "settled",
       (select count(*) from outbox where unique_key like 'order_paid:' || o.id || ':%') "paidEmails",
       (select count(*) from outbox where kind = 'mail' and payload ->> 'template' like 'merchant_%'
          and payload -> 'values' ->> 'order_number' = o.id::text) "merchantEmails"
     from orders o where o.id > $1 order by o.id`,
    [since],
  );

/** A payment's money in the unit of its gateway: đồng, or cents. */
interface GatewayAmounts {
  paid: number;
  refunded: number;
}

function gatewayAmounts({ vnpay, paypal }: TestEnvironment): Map<string, GatewayAmounts> {
  const amounts = new Map<string, GatewayAmounts>();
  for (const { reference, paid, refunded } of [...vnpay.ledger(), ...paypal.ledger()]) {
    const before = amounts.get(reference) ?? { paid: 0, refunded: 0 };
    amounts.set(reference, { paid: before.paid + paid, refunded: before.refunded + refunded });
  }
  return amounts;
}

const receivedStatuses = new Set(["succeeded", "to_refund", "refunded"]);
const isByTransfer = ({ method }: { method: string }): boolean => method === "bacs";
const isOnline = (payment: { method: string }): boolean => payment.method !== "cod" && !isByTransfer(payment);
/** Transfers pay in parts, too much and too late: the money of these orders is checked by the bank's ledger. */
const hasTransfers = (order: Order): boolean => isByTransfer(order) || order.payments.some(isByTransfer);
const isOverpayment = ({ refunds }: Payment): boolean => refunds.some(({ overpayment }) => overpayment);

/** Checks that the shop's payments and refunds are those of the gateway. */
function expectSameMoney(order: Order, amounts: ReadonlyMap<string, GatewayAmounts>): void {
  for (const payment of order.payments.filter(isOnline)) {
    const whole = payment.cents ?? payment.amount;
    const back = payment.refunds.filter(({ status }) => status === "done").reduce((sum, { amount }) => sum + amount, 0);
    const shop = {
      paid: receivedStatuses.has(payment.status) ? whole : 0,
      refunded: back === payment.amount ? whole : back,
    };
    const gateway = amounts.get(payment.reference) ?? { paid: 0, refunded: 0 };
    expect({ order: order.id, reference: payment.reference, ...gateway }, `status ${payment.status}`).toEqual({
      order: order.id,
      reference: payment.reference,
      ...shop,
    });
    expect(["succeeded", "refunded", "failed", "cancelled", "expired"], payment.reference).toContain(payment.status);
  }
}

/** Checks that an order becomes paid once, by one email, and if it does not, is closed or was switched to cash. */
function expectAnnouncedOnce(order: Order): void {
  const message = `order ${order.id}: ${JSON.stringify(order)}`;
  expect(order.settled, message).toBeLessThanOrEqual(1);
  expect(order.paidEmails, message).toBeLessThanOrEqual(1);
  const unpaid = order.method === "cod" ? ["pending"] : ["cancelled", "failed"];
  expect(order.paid ? ["processing", "on-hold", "refunded"] : unpaid, message).toContain(order.status);
  if (order.status === "on-hold") expect(order.merchantEmails, message).toBeGreaterThan(0);
}

/** Checks that an order is paid once and in full, and that no payment is lost. */
function expectSettledOnce(order: Order): void {
  const message = `order ${order.id}: ${JSON.stringify(order)}`;
  const paid = order.payments.filter(
    (payment) => isOnline(payment) && receivedStatuses.has(payment.status) && !isOverpayment(payment),
  );
  expect(paid.length, message).toBeLessThanOrEqual(1);
  expect(order.settled, message).toBeLessThanOrEqual(1);
  expect(order.paidEmails, message).toBeLessThanOrEqual(1);
  const [payment] = paid;
  if (payment) {
    expect(payment.amount, message).toBe(order.total);
    expect(order.paid, message).toBe(true);
    expect(["processing", "on-hold"], message).toContain(order.status);
    if (order.status === "processing") expect(order.settled, message).toBe(1);
    if (order.status === "on-hold") expect(order.merchantEmails, message).toBeGreaterThan(0);
  } else if (order.method === "cod") {
    expect(order.status, message).toBe("pending");
  } else {
    expect(["cancelled", "failed"], message).toContain(order.status);
    expect(order.paid, message).toBe(false);
  }
  // overpayments have been refunded in full, and an email was sent
  for (const overpayment of order.payments.filter(isOverpayment)) {
    expect(overpayment.status, message).toBe("refunded");
    expect(order.merchantEmails, message).toBeGreaterThan(0);
  }
}

/** Checks that the stock has decreased by the quantities of all orders that reserve stock. */
async function expectStockMatches(
  query: QueryFunction,
  since: number,
  before: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = await query<{ id: number; quantity: number }>(
    `select l.stock_id id, sum(l.quantity)::bigint quantity from order_line l join orders o on o.id = l.order_id
     where o.stock_reserved and o.id > $1 group by l.stock_id`,
    [since],
  );
  const reserved = new Map(rows.map(({ id, quantity }) => [id, quantity]));
  const left = [...before].map(([id, quantity]): [number, number] => [id, quantity - (reserved.get(id) ?? 0)]);
  expect(await countStock(query)).toEqual(new Map(left));
  const wrong = await query<{ id: number }>(
    `select id from orders where id > $1 and stock_reserved <> (status not in ('cancelled', 'failed', 'trash'))
       and status <> 'on-hold'`,
    [since],
  );
  expect(wrong).toEqual([]);
}

/**
 * Checks that every email arrived once. An email that was being handed to the mail server when its process was killed
 * may have arrived or not: it is not sent again, and its job has failed.
 */
async function expectEmailsOnce(
  query: QueryFunction,
  counts: ReadonlyMap<number, number>,
  kills: number,
): Promise<void> {
  const rows = await query<{
    id: number;
    done: boolean;
    failed: boolean;
    inTransfer: boolean;
    lastError: string | null;
  }>(
    `select id, done_at is not null done, failed_at is not null failed, smtp_data_at is not null "inTransfer", last_error "lastError"
     from outbox where kind = 'mail'`,
  );
  const duplicates = [...counts].filter(([, count]) => count > 1);
  expect(duplicates, "emails that arrived more than once").toEqual([]);
  const unsent = rows.filter(({ id, done }) => done && counts.get(id) !== 1);
  expect(unsent, "emails that are done but did not arrive").toEqual([]);
  const lost = rows.filter(({ failed }) => failed);
  expect(
    lost.every(({ inTransfer }) => inTransfer),
    JSON.stringify(lost),
  ).toBe(true);
  expect(lost.length, "emails in transfer when a process was killed").toBeLessThanOrEqual(kills * 2);
}

export interface Before {
  stock: ReadonlyMap<number, number>;
  newestOrder: number;
}

/** The totals of a run, for its report. */
export interface Summary {
  orders: number;
  paid: number;
  overpayment: number;
  onHold: number;
  emails: number;
  bank: TransferSummary;
}

/**
 * Checks the shop's records against the gateways' and the bank's, the stock and the mailbox.
 * @param acknowledged orders that shoppers got a response for @param kills how often processes were killed
 */
export async function expectReconciled(
  query: QueryFunction,
  environment: TestEnvironment,
  { before, acknowledged, kills }: { before: Before; acknowledged: readonly number[]; kills: number },
): Promise<Summary> {
  const orders = await readOrders(query, before.newestOrder);
  const amounts = gatewayAmounts(environment);
  for (const order of orders) {
    expectSameMoney(order, amounts);
    if (hasTransfers(order)) expectAnnouncedOnce(order);
    else expectSettledOnce(order);
  }
  const known = new Set(orders.flatMap(({ payments }) => payments.map(({ reference }) => reference)));
  const unknown = [...amounts].filter(([reference, { paid }]) => paid > 0 && !known.has(reference));
  expect(unknown, "payments at the gateway that the shop does not have").toEqual([]);
  const ids = new Set(orders.map(({ id }) => id));
  expect(
    acknowledged.filter((id) => !ids.has(id)),
    "acknowledged orders that are not stored",
  ).toEqual([]);
  await expectStockMatches(query, before.newestOrder, before.stock);
  await expectEmailsOnce(query, environment.emails.counts, kills);
  const all = orders.flatMap(({ payments }) => payments);
  return {
    orders: orders.length,
    paid: all.filter(({ status }) => receivedStatuses.has(status)).length,
    overpayment: all.filter(isOverpayment).length,
    onHold: orders.filter(({ status }) => status === "on-hold").length,
    emails: environment.emails.counts.size,
    bank: await expectSameLedger(query, environment),
  };
}
