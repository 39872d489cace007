import { expect } from "vitest";
import type { BankTransfer } from "../../simulators/bank/ledger.ts";
import type { QueryFunction } from "../chaos/shop-database.ts";
import type { TestEnvironment } from "./environment.ts";
import { shopAccount } from "./payers.ts";

interface Stored {
  direction: "in" | "out";
  amount: number;
  reference: string;
  state: "matched" | "suggested" | "unmatched" | "ignored";
}

/** The money of one order that was paid by transfer or got one, in đồng. */
interface OrderMoney {
  id: number;
  status: string;
  method: string;
  total: number;
  paid: boolean;
  /** of transfers in that were assigned to it, and of transfers out */
  received: number;
  returned: number;
  /** of the transfers in, parts that no payment contains yet */
  waiting: number;
  /** of its payments by transfer, and of their refunds */
  recorded: number;
  refunded: number;
  /** of all its payments, less what was refunded */
  retained: number;
}

const ordersWithTransfers = (query: QueryFunction): Promise<OrderMoney[]> =>
  query<OrderMoney>(`
    with received as (select order_id, method, amount from payment
        where status in ('succeeded', 'to_refund', 'refunded')),
      refunded as (select r.order_id, p.method, r.amount from refund r join payment p on p.id = r.payment_id
        where r.status in ('done', 'manual')),
      transfers as (select order_id, direction, amount, payment_id from bank_transfer where state = 'matched')
    select o.id, o.status, o.payment_method "method", o.total, o.paid_at is not null "paid",
      (select coalesce(sum(amount), 0)::bigint from transfers where order_id = o.id and direction = 'in') "received",
      (select coalesce(sum(amount), 0)::bigint from transfers where order_id = o.id and direction = 'out') "returned",
      (select coalesce(sum(amount), 0)::bigint from transfers where order_id = o.id and direction = 'in'
        and payment_id is null) "waiting",
      (select coalesce(sum(amount), 0)::bigint from received where order_id = o.id and method = 'bacs') "recorded",
      (select coalesce(sum(amount), 0)::bigint from refunded where order_id = o.id and method = 'bacs') "refunded",
      (select coalesce(sum(amount), 0)::bigint from received where order_id = o.id and method <> 'cod')
        - (select coalesce(sum(amount), 0)::bigint from refunded where order_id = o.id and method <> 'cod') "retained"
    from orders o where o.payment_method = 'bacs' or exists (select from transfers where order_id = o.id)
      or exists (select from payment where order_id = o.id and method = 'bacs')
    order by o.id`);

const keyOf = ({ reference, direction, amount }: Pick<Stored, "reference" | "direction" | "amount">): string =>
  `${reference} ${direction} ${amount}`;
const sumOf = (rows: readonly { amount: number }[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

/** Checks that each transfer is stored once, those of other accounts and unknown outgoing ones as ignored. */
async function expectSameTransfers(query: QueryFunction, ledger: readonly BankTransfer[]): Promise<Stored[]> {
  const stored = await query<Stored & { account: string; order: number | null }>(
    `select direction, amount, reference, state, account, order_id "order" from bank_transfer`,
  );
  const ofAccount = stored.filter(({ account }) => account === shopAccount);
  const booked = ledger.filter(({ account }) => account === shopAccount);
  expect(ofAccount.map(keyOf).toSorted()).toEqual(booked.map(keyOf).toSorted());
  const foreign = stored.filter(({ account }) => account !== shopAccount);
  expect(foreign.filter(({ state, order }) => state !== "ignored" || order !== null)).toEqual([]);
  return ofAccount;
}

/** The totals of the transfers of a run, for its report. */
export interface TransferSummary {
  transfers: number;
  received: number;
  returned: number;
  /** of what was received, parts of cash orders that are not confirmed */
  waiting: number;
  /** orders that transfers paid */
  paid: number;
  /** transfers that staff has to decide about */
  open: number;
}

/**
 * Checks to the đồng that the money on the shop's account is what its orders cost, parts of unconfirmed cash orders, and what
 * staff has to decide about. Every refund has been transferred.
 */
export async function expectSameLedger(query: QueryFunction, { bank }: TestEnvironment): Promise<TransferSummary> {
  const ledger = bank.ledger();
  const stored = await expectSameTransfers(query, ledger);
  const orders = await ordersWithTransfers(query);
  for (const order of orders) {
    const message = JSON.stringify(order);
    expect(order.recorded, `payments are the transfers: ${message}`).toBe(order.received - order.waiting);
    // the rest can still arrive until a cash order is confirmed or closed, which returns the part
    const waitsForRest = order.status === "pending" && order.method === "cod";
    expect(order.waiting, `parts wait for a rest: ${message}`).toBeLessThan(waitsForRest ? order.total : 1);
    expect(order.refunded, `refunds are the transfers: ${message}`).toBe(order.returned);
    const costs = order.paid && order.status !== "refunded" ? order.total : 0;
    expect(order.retained, `the shop retains what the order costs: ${message}`).toBe(costs);
  }
  const of = (state: Stored["state"], direction: Stored["direction"]) =>
    stored.filter((one) => one.state === state && one.direction === direction);
  const open = [...of("suggested", "in"), ...of("unmatched", "in")];
  expect([of("ignored", "in"), of("ignored", "out")], "every transfer of the account has a meaning").toEqual([[], []]);
  const [received, returned] = [sumOf(orders.map(({ received: amount }) => ({ amount }))), sumOf(of("matched", "out"))];
  const balance = ledger
    .filter(({ account }) => account === shopAccount)
    .reduce((sum, { direction, amount }) => sum + (direction === "in" ? amount : -amount), 0);
  expect(received - returned + sumOf(open)).toBe(balance);
  return {
    ...{ transfers: ledger.length, received, returned, open: open.length },
    waiting: sumOf(orders.map(({ waiting: amount }) => ({ amount }))),
    paid: orders.filter(({ paid, recorded, refunded }) => paid && recorded > refunded).length,
  };
}
