import type { ReturnDecision } from "#contract/backoffice/parcel-views.ts";
import type { Stage } from "#contract/stages.ts";
import type { Dong } from "#contract/money.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { amountOwed, staffOrderVersion } from "#shop/orders/index.ts";
import { ownStatuses } from "#shop/shipping/index.ts";

/** A parcel with its order, as the lists and screens of the back office show it. */
export interface ParcelRow {
  id: number;
  orderId: number;
  orderStatus: string;
  orderVersion: string;
  stage: Stage | null;
  carrier: string;
  trackingCode: string | null;
  clientOrderCode: string;
  status: string;
  failure: string;
  cod: Dong;
  fee: Dong | null;
  createdAt: Date;
  expectedAt: Date | null;
  cancelRequestedAt: Date | null;
  handedOverAt: Date | null;
  scanOverdue: boolean;
  inspectedAt: Date | null;
  /** the inspection found units that cannot be sold again */
  hasLoss: boolean;
  returnReason: string;
  returnDecision: ReturnDecision | null;
  isNewest: boolean;
  manifestId: number | null;
  manifestNumber: string | null;
  name: string;
  phone: string;
  province: string;
  /** oldest first; the reason of a webhook, "" without one */
  events: { status: string; at: string; reason: string }[];
}

/** `parcel p` has no carrier: it is to be sent manually. */
const hasNoCarrier = sql`(p.tracking_code is null and p.status = ${ownStatuses.byHand})`;

/** The carrier of `parcel p`: "" for a parcel that none has booked. */
export const parcelCarrier: Sql = sql`(case when ${hasNoCarrier} then '' else p.carrier end)`;

/** The cash that is collected with `parcel p` of `orders o`: the amount that its carrier has, or what is due of one that none has booked. */
export const parcelCod: Sql = sql`
  (case when p.cod_amount = 0 and p.status in ('by_hand', 'refused', 'to_book', 'picked') and p.sent_at is null then ${amountOwed}
    else p.cod_amount end)::bigint`;

/** The number of `manifest m`: day and month, and its place among those of the day. */
export const manifestNumber: Sql = sql`'BG-' || to_char(m.day, 'DDMM') || '-' || m.place`;

export const parcelColumns: Sql = sql`
  p.id, p.order_id "orderId", o.status "orderStatus", ${staffOrderVersion} "orderVersion", w.stage, ${parcelCarrier} carrier, p.tracking_code "trackingCode",
  p.client_order_code "clientOrderCode", p.status, p.failure, ${parcelCod} cod, p.fee, p.created_at "createdAt",
  p.expected_at "expectedAt", p.cancel_requested_at "cancelRequestedAt", p.handed_over_at "handedOverAt",
  p.scan_overdue "scanOverdue", p.inspected_at "inspectedAt", exists (select from returned_item r where r.parcel_id = p.id and r.state <> 'restock') "hasLoss", p.return_reason "returnReason",
  p.return_decision "returnDecision",
  not exists (select from parcel later where later.order_id = p.order_id and later.id > p.id) "isNewest",
  m.id "manifestId", case when m.id is not null then ${manifestNumber} end "manifestNumber",
  trim(coalesce(o.shipping ->> 'last_name', '') || ' ' || coalesce(o.shipping ->> 'first_name', '')) "name",
  coalesce(nullif(o.shipping ->> 'phone', ''), o.billing ->> 'phone', '') phone,
  coalesce(o.shipping ->> 'city', '') province,
  coalesce((select jsonb_agg(jsonb_build_object('status', e.status, 'at', e.at,
      'reason', coalesce(nullif(e.payload ->> 'Reason', ''), '')) order by e.at, e.id)
    from parcel_event e where e.parcel_id = p.id), '[]') events`;

export const parcelTables: Sql = sql`
  parcel p join orders o on o.id = p.order_id left join order_workflow w on w.order_id = o.id
    left join manifest_parcel mp on mp.parcel_id = p.id left join manifest m on m.id = mp.manifest_id`;
