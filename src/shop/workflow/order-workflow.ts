import type { CalendarDay } from "#contract/calendar-days.ts";
import type { DepositState } from "#contract/deposit-rules.ts";
import type { OrderWorkflow } from "#contract/order-workflow.ts";
import { nextActionOf, type Stage } from "#contract/stages.ts";
import type { Language, Translated } from "#contract/language.ts";
import { type Dong, dong, max, subtract } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { collectsCod, manifestNumber } from "#shop/fulfilment/index.ts";
import { collectsCash, confirmByOf, hasGiftBox, isFirstOfPhone } from "#shop/orders/index.ts";
import { missingOfChange, paidDeposit, receivedParts } from "#shop/payments/index.ts";
import { stepOf } from "#shop/shipping/index.ts";
import { refundReason } from "./timeline-reasons.ts";

interface WorkflowRow {
  id: number;
  status: string;
  total: Dong;
  /** a merchant recorded the payment, or a gateway */
  paidAt: Date | null;
  customerNote: string;
  stage: Stage;
  since: Date;
  /** of a cash order that its customer has to confirm */
  confirmBy: Date | null;
  calls: number;
  missed: number;
  callbackAt: Date | null;
  packing: "in_progress" | "missing" | "packed" | null;
  packedBy: string | null;
  packedAt: Date | null;
  /** of the open box, without erased ones */
  photos: number;
  /** JSON: times are texts */
  parcel: {
    id: number;
    carrier: string;
    code: string | null;
    status: string;
    cod: Dong;
    fee: Dong | null;
    handedOver: string | null;
    paidOut: string | null;
    scanOverdue: boolean;
    /** number of the manifest with which it was handed over */
    manifest: string | null;
    inspected: string | null;
  } | null;
  promise: { from: CalendarDay; by: CalendarDay } | null;
  /** by payments that succeeded, without overpayments */
  received: Dong | null;
  /** requested in advance; null without one. JSON: its time is a text */
  deposit: { amount: Dong; state: DepositState; until: string } | null;
  depositPaid: Dong;
  /** `collects_cash` of a cash order */
  collectsCash: boolean;
  /** all of its parcels, with what they collect */
  shipments: (Parameters<typeof collectsCod>[0] & { cod: Dong })[];
  changeDue: Dong;
  /** transfers that are not the total yet */
  parts: Dong;
  isCash: boolean;
  requested: Dong;
  sent: Dong;
  completed: Dong;
  /** of what was received, sent or completed */
  returned: Dong;
  /** JSON: times are texts */
  refunds: {
    id: number;
    amount: Dong;
    state: OrderWorkflow["money"]["refunds"][number]["state"];
    reason: string;
    at: string;
    isOverpayment: boolean;
  }[];
  /** the customer wants to cancel, and an owner decides */
  cancelRequestedAt: Date | null;
  /** an owner decides on a refund */
  refundRequested: boolean;
  giftBox: boolean;
  giftItem: Translated | null;
  firstOfPhone: boolean;
}

const readRows = (reader: Reader, ids: readonly number[], now: Date): Promise<WorkflowRow[]> =>
  reader.all<WorkflowRow>(sql`
    select o.id, o.status, o.total, o.paid_at "paidAt", o.customer_note "customerNote", w.stage, w.stage_since since, ${confirmByOf(now)} "confirmBy", w.calls,
      w.missed_calls missed, w.callback_at "callbackAt", k.state packing, m.name "packedBy", k.at "packedAt",
      (select count(*)::integer from packing_photo f where f.order_id = o.id and f.file is not null) photos,
      (select jsonb_build_object('id', p.id, 'carrier', p.carrier, 'code', p.tracking_code, 'status', p.status, 'cod', p.cod_amount,
          'fee', p.fee, 'handedOver', p.handed_over_at, 'paidOut', p.cod_transferred_at, 'scanOverdue', p.scan_overdue,
          'inspected', p.inspected_at, 'manifest', (select ${manifestNumber} from manifest_parcel mp
            join manifest m on m.id = mp.manifest_id where mp.parcel_id = p.id))
        from parcel p where p.order_id = o.id order by p.id desc limit 1) parcel,
      (select jsonb_build_object('from', r.promised_from, 'by', r.promised_by) from order_promise r where r.order_id = o.id) promise,
      (select sum(p.amount)::bigint from payment p where p.order_id = o.id and p.status in ('succeeded', 'refunded')
        and not exists (select from refund r where r.payment_id = p.id and r.is_overpayment and not r.is_difference)) received,
      ${receivedParts} parts, (select jsonb_build_object('amount', d.amount, 'state', d.state, 'until', d.expires_at) from deposit d where d.order_id = o.id) deposit,
      ${paidDeposit(sql`o.id`)} "depositPaid", o.payment_method = ${codMethodId} "isCash",
      o.payment_method = ${codMethodId} and ${collectsCash} "collectsCash",
      (select coalesce(jsonb_agg(jsonb_build_object('status', p.status, 'sentAt', p.sent_at, 'trackingCode', p.tracking_code,
          'cancelRequestedAt', p.cancel_requested_at, 'cod', p.cod_amount)), '[]') from parcel p where p.order_id = o.id) shipments,
      ${missingOfChange} "changeDue",
      f.requested, f.sent, f.completed, f.returned, f.refunds, ${hasGiftBox} "giftBox",
      (select c.requested_at from refund_request c where c.order_id = o.id and c.state = 'open' and c.by_customer) "cancelRequestedAt",
      exists (select from refund_request q where q.order_id = o.id and q.state = 'open') "refundRequested",
      (select l.gift -> 'name' from order_line l where l.order_id = o.id and l.gift is not null order by l.id limit 1) "giftItem",
      ${isFirstOfPhone} "firstOfPhone"
    from orders o
      join order_workflow w on w.order_id = o.id
      left join packing k on k.order_id = o.id
      left join staff m on m.id = k.staff_id
      cross join lateral (
        select coalesce(sum(amount) filter (where state = 'requested' and not is_overpayment), 0)::bigint requested,
          coalesce(sum(amount) filter (where state = 'sent' and not is_overpayment), 0)::bigint sent,
          coalesce(sum(amount) filter (where state in ('done', 'manual') and not is_overpayment), 0)::bigint completed,
          coalesce(sum(amount) filter (where state in ('sent', 'done', 'manual') and (not is_overpayment or is_difference)), 0)::bigint returned,
          coalesce(jsonb_agg(jsonb_build_object('id', id, 'amount', amount, 'state', state, 'reason', reason, 'at', created_at,
            'isOverpayment', is_overpayment) order by id), '[]') refunds
        from (select r.*, case when r.status = 'requested' and r.response is not null then 'sent'
            when r.status = 'failed' and not exists (select from unsettled_refund u where u.id = r.id)
              then case when r.dismissed_at is null then 'settled' else 'dismissed' end
            else r.status end state
          from refund r where r.order_id = o.id) r) f
    where o.id = any(${[...ids]}::integer[])`);

const problems: ReadonlySet<string> = new Set([
  "refused",
  "delivery_fail",
  "exception",
  "lost",
  "damage",
  "scrap",
  "cancel",
]);

function refundToDecide({ refunds, refundRequested }: WorkflowRow): string | null {
  if (refunds.some(({ state }) => state === "failed")) return "refund_failed";
  return refundRequested ? "refund_requested" : null;
}

/** Why the order is in its stage: a text of `stage_reasons`; null where the stage is sufficient. */
function reasonOf(row: WorkflowRow): string | null {
  const { stage, status, packing, parcel, missed } = row;
  if (stage === "to_confirm") return missed > 0 ? "missed_calls" : null;
  if (stage === "delivery_problem") {
    if (parcel && problems.has(parcel.status)) return parcel.status;
    return parcel?.scanOverdue ? "scan_overdue" : null;
  }
  if (stage !== "needs_review") return null;
  if (status === "on-hold") return "on_hold";
  if (status !== "processing") return refundToDecide(row);
  if (parcel?.status === "delivered") return "delivered";
  if (parcel?.inspected) return "inspected";
  return packing === "missing" ? "item_missing" : refundToDecide(row);
}

const iso = (at: Date | string | null | undefined): string | null => (at ? new Date(at).toISOString() : null);

function moneyOf(row: WorkflowRow, lang: Language): OrderWorkflow["money"] {
  const { status, total, paidAt, received, parts, deposit, depositPaid, requested, sent, completed, refunds } = row;
  const nothing = dong(0);
  const paid = received ?? (paidAt ? total : nothing);
  const isDue = ["pending", "processing", "on-hold"].includes(status);
  const back = dong(requested + sent + completed);
  return {
    due: isDue ? max(nothing, subtract(total, dong(paid + parts))) : nothing,
    paid,
    returned_on_confirmation: isDue && row.isCash && deposit?.state !== "waiting" ? parts : nothing,
    collects_cash: row.collectsCash,
    // the amount of one parcel is changed: what others collect is for the shop to arrange
    carrier_notified: row.shipments.filter((shipment) => shipment.cod > 0 && collectsCod(shipment)).length === 1,
    change_due: row.changeDue,
    refund_requested: requested,
    refund_sent: sent,
    refund_completed: completed,
    after_refunds: max(nothing, subtract(paid, row.returned)),
    deposit: deposit && { ...deposit, until: new Date(deposit.until).toISOString() },
    // a deposit alone is returned when the order is closed
    refundable: paidAt || paid > depositPaid ? max(nothing, subtract(total, back)) : nothing,
    refunds: refunds.map(({ isOverpayment, at, reason, ...refund }) => ({
      ...refund,
      reason: refundReason(lang, reason),
      at: new Date(at).toISOString(),
      is_overpayment: isOverpayment,
    })),
  };
}

function parcelOf({ parcel }: WorkflowRow): OrderWorkflow["parcel"] {
  if (!parcel) return null;
  const { id, carrier, code, status, cod, fee } = parcel;
  const times = { handed_over_at: iso(parcel.handedOver), paid_out_at: iso(parcel.paidOut) };
  return { id, carrier, code, status, step: stepOf(status), cod, fee, ...times };
}

function toWorkflow(row: WorkflowRow, lang: Language): OrderWorkflow {
  const { stage, calls, missed, packing } = row;
  const reason = reasonOf(row);
  const action = nextActionOf(stage);
  return {
    stage,
    stage_since: row.since.toISOString(),
    stage_reason: reason && t(lang, `stage_reasons.${reason}`, { count: missed, manifest: row.parcel?.manifest ?? "" }),
    confirm_by: iso(row.confirmBy),
    next: action && { action, label: t(lang, `order_actions.${action}`) },
    calls: { count: calls, missed, callback_at: iso(row.callbackAt) },
    packing: { state: packing ?? "none", by: row.packedBy, at: iso(row.packedAt), photos: row.photos },
    parcel: parcelOf(row),
    promise: row.promise,
    money: moneyOf(row, lang),
    // the note of an order with a gift box is the text of its card
    gift: {
      box: row.giftBox,
      message: row.giftBox ? row.customerNote : "",
      item: row.giftItem?.[lang] ?? null,
    },
    first_order_of_phone: row.firstOfPhone,
    requests: row.cancelRequestedAt ? [{ kind: "cancel", at: row.cancelRequestedAt.toISOString() }] : [],
  };
}

/** The field `lianne` of orders by their ids, in one statement. */
export async function readOrderWorkflows(
  reader: Reader,
  ids: readonly number[],
  { lang, now }: { lang: Language; now: Date },
): Promise<Map<number, OrderWorkflow>> {
  const rows = await readRows(reader, ids, now);
  return new Map(rows.map((row) => [row.id, toWorkflow(row, lang)]));
}
