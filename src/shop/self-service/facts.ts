import type { OrderStatus } from "#contract/order.ts";
import type { Dong } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { type ChangeKind, changeObstacles, type SelfServiceAction } from "#contract/self-service-rules.ts";
import type { SelfServiceState } from "#contract/self-service.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { hasLeft, isAwaitingPayment, orderVersion } from "#shop/orders/index.ts";
import { receivedParts, refundWithoutAccount } from "#shop/payments/index.ts";
import { isByLink, type OrderOwner } from "./owner.ts";
import { selfCancelPaidSetting } from "./settings.ts";

/** JSON: times are texts. */
interface LastChange {
  /** of the order that it was requested for */
  version: string;
  kind: ChangeKind;
  state: string;
  /** a {@link ChangeObstacle}, of one that was refused */
  reason: string;
  until: string | null;
  /** what it costs more than was paid */
  amount: Dong;
}

/** What decides what customers can do with an order. */
export interface OrderFacts {
  id: number;
  status: OrderStatus;
  version: string;
  paid: boolean;
  /** money was received for it, at least in part */
  holdsMoney: boolean;
  /** cash on delivery, without a deposit that is waited for */
  paidAtDoor: boolean;
  /** its gateway has the money and examines the payment */
  underReview: boolean;
  /** its stock is reserved until it is paid online */
  awaitsPayment: boolean;
  /** an email about it can be sent again */
  hasEmail: boolean;
  /** packing has begun, or an item is missing */
  packed: boolean;
  /** with a carrier that has no API here */
  byOtherCarrier: boolean;
  /** the last change that was not applied at once */
  change: LastChange | null;
  /** delivered to an address of the carrier's map, at one cost that another address can change */
  hasPlace: boolean;
  /** money of its total was returned, or still has to be; what changes cost less is not that */
  refunded: boolean;
  /** a product has other options */
  hasOptions: boolean;
  /** a parcel was handed over or picked up */
  shipped: boolean;
  /** of the customer's request to cancel */
  cancelRequestedAt: Date | null;
  /** a refund waits for an owner's decision, on the request of a customer or a staff member */
  refundRequested: boolean;
  /** to be returned by bank transfer, without an account */
  accountNeeded: Dong;
  /** setting `self_cancel_paid` */
  paidCancelBegins: "request_cancel" | "cancel_and_refund";
}

/** Reads the facts of the orders with these ids. */
export async function readFacts(reader: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, OrderFacts>> {
  const rows = await reader.all<OrderFacts>(sql`
    select o.id, o.status, ${orderVersion} "version",
      o.paid_at is not null or exists (select from payment p where p.order_id = o.id and p.status = 'succeeded' and not p.is_deposit) paid,
      o.paid_at is not null or exists (select from payment p where p.order_id = o.id and p.status = 'succeeded')
        or ${receivedParts} > 0 "holdsMoney",
      o.payment_method = ${codMethodId}
        and not exists (select from deposit d where d.order_id = o.id and d.state = 'waiting') "paidAtDoor",
      exists (select from payment p where p.order_id = o.id and p.status = 'pending' and p.review_started_at is not null) "underReview",
      (select ${isAwaitingPayment}) "awaitsPayment",
      coalesce(o.billing ->> 'email', '') <> '' "hasEmail",
      exists (select from packing k where k.order_id = o.id) packed,
      exists (select from parcel p where p.order_id = o.id and p.carrier <> 'ghn' and p.status <> 'cancel') "byOtherCarrier",
      (select jsonb_build_object('version', c.version, 'kind', c.kind, 'state', c.state, 'reason', c.reason, 'until', c.hold_until,
          'amount', case when c.hold_until is null then 0 else greatest(c.total_after - c.total_before, 0) end)
        from order_change c where c.order_id = o.id order by c.id desc limit 1) change,
      o.shipping_method = 'flat_rate' and o.location is not null
        and (select count(*) from order_charge c where c.order_id = o.id and c.kind = 'shipping') = 1 "hasPlace",
      exists (select from refund r where r.order_id = o.id and not r.is_overpayment
        and (r.status <> 'failed' or r.dismissed_at is null)) refunded,
      exists (select from order_line l join variation v on v.product_id = l.product_id
        where l.order_id = o.id and l.variation_id is not null and l.restocked = 0 and v.id <> l.variation_id and v.status = 'publish') "hasOptions",
      ${hasLeft} shipped,
      (select r.requested_at from refund_request r where r.order_id = o.id and r.state = 'open' and r.by_customer) "cancelRequestedAt",
      exists (select from refund_request r where r.order_id = o.id and r.state = 'open') "refundRequested",
      ${refundWithoutAccount} "accountNeeded",
      case when (select value from setting where name = ${selfCancelPaidSetting.name}) = '"auto"'
        then 'cancel_and_refund' else 'request_cancel' end "paidCancelBegins"
    from orders o where o.id = any(${[...ids]}::integer[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

const open: ReadonlySet<OrderStatus> = new Set(["pending", "on-hold", "processing"]);

/**
 * A refund is of an amount, which may be that of an item or of the delivery: what then costs less must not be returned again, and no item
 * gets another option, which a refunded one must not.
 */
export const isRefundedBefore = (
  { refunded }: Pick<OrderFacts, "refunded">,
  { kind, lowers }: { kind: ChangeKind; lowers: boolean },
): boolean => refunded && (kind === "option" || lowers);

/** Packed, or with the carrier. */
export const isLocked = ({ packed, shipped }: Pick<OrderFacts, "packed" | "shipped">): boolean => packed || shipped;

/**
 * What a link, which any device may have, allows of it. The money decides: what was received, or is to be paid before the parcel is sent, could
 * be diverted with the parcel, so that only an order that is paid at the door can get another recipient or address.
 */
function linkAction(action: SelfServiceAction, { paid, holdsMoney, paidAtDoor }: OrderFacts): SelfServiceAction | null {
  switch (action) {
    case "change_recipient":
    case "change_address":
      return paidAtDoor && !holdsMoney ? action : null;
    case "change_option":
      return holdsMoney ? null : action;
    case "cancel":
      // it would return a deposit, or a part of a transfer
      return holdsMoney && !paid ? null : action;
    case "request_cancel":
    case "cancel_and_refund":
      return "request_cancel";
    default:
      return null;
  }
}

/** The one place that decides what an order's owner can do with it. */
export function allowedActions(facts: OrderFacts, isLink: boolean): SelfServiceAction[] {
  const actions = customersActions(facts);
  return isLink ? actions.flatMap((action) => linkAction(action, facts) ?? []) : actions;
}

/** What the customer of an account can do. */
function customersActions(facts: OrderFacts): SelfServiceAction[] {
  const { status, paid, underReview, refundRequested, change } = facts;
  const always: SelfServiceAction[] = facts.hasEmail ? ["resend_email"] : [];
  if (!open.has(status) || isLocked(facts) || refundRequested || underReview) return always;
  if (change?.state === "due") return always;
  if (change?.state === "waiting") {
    // the order was changed or refunded since: the payment would be returned
    const isPossible =
      change.version === facts.version && !isRefundedBefore(facts, { kind: change.kind, lowers: false });
    return [facts.paidCancelBegins, ...(isPossible ? (["pay_change"] as const) : []), "discard_change", ...always];
  }
  return [
    paid ? facts.paidCancelBegins : "cancel",
    "change_recipient",
    ...(facts.hasPlace && !facts.byOtherCarrier ? (["change_address"] as const) : []),
    ...(facts.hasOptions && !isRefundedBefore(facts, { kind: "option", lowers: false })
      ? (["change_option"] as const)
      : []),
    ...(!paid && facts.awaitsPayment ? (["pay_other_way"] as const) : []),
    ...always,
  ];
}

/** What the customer still has to know about a change. */
function shownChange({ change, status }: OrderFacts): SelfServiceState["change"] {
  if (!change || !open.has(status)) return null;
  const { kind, amount, until } = change;
  const state = shownStates.find((shown) => shown === change.state);
  const refused = changeObstacles.find((known) => known === change.reason) ?? null;
  return state ? { kind, state, amount, refused, until: until && new Date(until).toISOString() } : null;
}
const shownStates = ["waiting", "due", "refused"] as const;

/** As customers see it. */
export const toState = (facts: OrderFacts, byLink: boolean): SelfServiceState => ({
  order_id: facts.id,
  status: facts.status,
  actions: allowedActions(facts, byLink),
  version: facts.version,
  cancel_requested_at: facts.cancelRequestedAt?.toISOString() ?? null,
  change: shownChange(facts),
  locked: open.has(facts.status) && isLocked(facts),
  account_needed: facts.accountNeeded,
});

/** Reads the state of one order. */
export async function readState(
  reader: Reader,
  { orderId, owner }: { orderId: number; owner: OrderOwner },
): Promise<SelfServiceState> {
  const facts = (await readFacts(reader, [orderId])).get(orderId);
  if (!facts) throw new Error(`there is no order ${orderId}`);
  return toState(facts, isByLink(owner));
}
