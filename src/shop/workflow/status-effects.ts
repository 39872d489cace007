import { codMethodId } from "#contract/payment-methods/index.ts";
import type { Role } from "#contract/permissions.ts";
import type { StatusEffects } from "#contract/backoffice/order-details.ts";
import type { Language } from "#contract/language.ts";
import { dong, type Dong, formatDong, subtract } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import {
  findOrder,
  isClosed,
  isFulfillable,
  lineName,
  type Order,
  partsOfCancelled,
  remainingRefundLimit,
  type StoredStatus,
} from "#shop/orders/index.ts";
import { paidDeposit, receivedParts } from "#shop/payments/index.ts";
import { isBeforePickUp, isEnd, ownStatuses } from "#shop/shipping/index.ts";
import { orderNotFound } from "./order-errors.ts";
import { readOrderWorkflows } from "./order-workflow.ts";

type StatusEffect = StatusEffects["effects"][number];

interface EffectFacts {
  stockReserved: boolean;
  parcels: { status: string; code: string; stopping: boolean }[];
  packing: string | null;
  /** the gateway of the payment that succeeded */
  gateway: string | null;
  awaitsPayment: boolean;
  /** paid in advance of the cash */
  deposit: Dong;
  /** of a bank transfer, less than its total */
  parts: Dong;
  /** what the parts may still pay */
  awaitsDeposit: boolean;
  awaitsChange: boolean;
}

const readFacts = (reader: Reader, orderId: number): Promise<EffectFacts | undefined> =>
  reader.one<EffectFacts>(sql`
    select o.stock_reserved "stockReserved", (select k.state from packing k where k.order_id = o.id) packing,
      coalesce((select jsonb_agg(jsonb_build_object('status', p.status, 'code', coalesce(p.tracking_code, p.client_order_code),
        'stopping', p.cancel_requested_at is not null) order by p.id) from parcel p where p.order_id = o.id), '[]') parcels,
      (select p.method from payment p where p.order_id = o.id and p.status = 'succeeded' and p.method <> ${codMethodId} and not p.is_deposit limit 1) gateway,
      exists (select from payment p where p.order_id = o.id and p.method <> ${codMethodId} and p.status in ('created', 'pending')) "awaitsPayment",
      ${paidDeposit(sql`o.id`)} deposit, ${receivedParts} parts,
      exists (select from deposit d where d.order_id = o.id and d.state = 'waiting') "awaitsDeposit",
      exists (select from order_change c where c.order_id = o.id and c.state = 'waiting') "awaitsChange"
    from orders o where o.id = ${orderId}`);

interface StatusChange {
  order: Order;
  facts: EffectFacts;
  to: StoredStatus;
  lang: Language;
  /** paid and not refunded, đồng */
  refundable: number;
}

const effectOf = (
  { lang }: StatusChange,
  kind: StatusEffect["kind"],
  text: string,
  values: Record<string, string> = {},
): StatusEffect => ({
  kind,
  message: t(lang, `effects.${text}`, values),
});

function stockEffect(change: StatusChange): StatusEffect[] {
  const { order, facts, to, lang } = change;
  const items = order.lines
    .filter(({ stockId, quantity, restocked }) => stockId !== null && quantity > restocked)
    .map((line) => `${line.quantity - line.restocked} × ${lineName(line, lang)}`)
    .join(", ");
  if (items === "") return [];
  const wasDelivered = order.status === "completed" || order.status === "refunded";
  if (facts.stockReserved && isClosed(to) && !(to === "trash" && wasDelivered))
    return [effectOf(change, "stock", "stock_released", { items })];
  if (!facts.stockReserved && isFulfillable(to)) return [effectOf(change, "stock", "stock_reserved", { items })];
  return [effectOf(change, "stock", "stock_unchanged")];
}

/** Parts of a transfer are returned with a status in which nothing waits for the rest. */
function returnsParts({ facts, to }: StatusChange): boolean {
  const { parts, awaitsDeposit, awaitsChange } = facts;
  if (parts === 0 || to === "pending" || to === "on-hold") return false;
  return !isFulfillable(to) || !(awaitsChange || (awaitsDeposit && to === "processing"));
}

function moneyEffect(change: StatusChange): StatusEffect[] {
  const { order, facts, to, refundable } = change;
  const { deposit, parts } = facts;
  const cash = isCashMethod(order.paymentMethod);
  const total = { amount: formatDong(cash ? subtract(order.total, deposit) : order.total) };
  const paid = { amount: formatDong(dong(refundable)) };
  if ((isClosed(to) || to === "refunded") && deposit > 0 && order.paidAt === null)
    return [effectOf(change, "money", "deposit_returned", { amount: formatDong(deposit) })];
  const returned = returnsParts(change)
    ? [effectOf(change, "money", "parts_returned", { amount: formatDong(parts) })]
    : [];
  if (to === "processing" && !cash && order.paidAt === null)
    return [...returned, effectOf(change, "money", "marked_paid", total)];
  if (returned.length > 0) return returned;
  if (to === "refunded")
    return [effectOf(change, "money", refundable > 0 ? "money_refund_recorded" : "money_unchanged", paid)];
  if (isClosed(to) && refundable > 0) return [effectOf(change, "money", "money_stays", paid)];
  if (isClosed(to) && cash && isFulfillable(order.status)) return [effectOf(change, "money", "cash_dropped", total)];
  if (isClosed(to) && facts.awaitsPayment) return [effectOf(change, "money", "late_payment_refunded", total)];
  if (to === "completed" && cash && order.paidAt === null) return [effectOf(change, "money", "cash_collected", total)];
  return [effectOf(change, "money", "money_unchanged")];
}

function parcelEffects(change: StatusChange): StatusEffect[] {
  const { order, facts, to } = change;
  const open = facts.parcels.filter(({ status, stopping }) => !isEnd(status) && !stopping);
  if (!isFulfillable(to))
    return open.map(({ status, code }) =>
      effectOf(change, "parcel", isBeforePickUp(status) ? "parcel_stopped" : "parcel_on_its_way", { code }),
    );
  const none = facts.parcels.every(({ status }) => status === "cancel" || status === ownStatuses.refused);
  const isBooked = to === "processing" && none && order.shippingMethod === "flat_rate";
  return isBooked ? [effectOf(change, "parcel", "parcel_booked")] : [];
}

const emailEffect = (change: StatusChange): StatusEffect[] => {
  const { order, to } = change;
  const { email } = order.billing;
  return to === "cancelled" && email
    ? [effectOf(change, "email", "email_cancelled", { email })]
    : [effectOf(change, "email", "email_none")];
};

const packingEffect = (change: StatusChange): StatusEffect[] =>
  change.facts.packing && change.to !== "processing" && change.to !== "completed"
    ? [effectOf(change, "packing", "packing_discarded")]
    : [];

/** What another status of an order would cause for stock, money, parcels, emails and packing. @throws HttpError 404 */
export async function readStatusEffects(
  reader: Reader,
  orderId: number,
  { to, role, lang, now }: { to: StoredStatus; role: Role; lang: Language; now: Date },
): Promise<StatusEffects> {
  const [order, facts, workflows, limit] = await Promise.all([
    findOrder(reader, orderId),
    readFacts(reader, orderId),
    readOrderWorkflows(reader, [orderId], { lang, now }),
    role === "owner" ? null : remainingRefundLimit(reader, orderId),
  ]);
  if (!order || !facts) throw orderNotFound(lang);
  const refundable = workflows.get(orderId)?.money.refundable ?? dong(0);
  const { byHand } = await partsOfCancelled(reader, orderId, refundable);
  const by_gateway = subtract(refundable, byHand);
  const money = { refundable, gateway: facts.gateway, by_gateway, refund_limit: limit };
  if (order.status === to) return { effects: [], ...money };
  const change: StatusChange = { order, facts, to, lang, refundable };
  const parts = [stockEffect, moneyEffect, parcelEffects, packingEffect, emailEffect];
  return { effects: parts.flatMap((part) => part(change)), ...money };
}
