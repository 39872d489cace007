import { type ParcelAction, staleHours } from "#contract/backoffice/parcel-views.ts";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { groupSteps } from "#shop/orders/index.ts";
import { isBeforePickUp, isEnd, ownStatuses, stepOf, trackingUrl } from "#shop/shipping/index.ts";
import { remedyFor } from "./parcel-errors.ts";
import type { ParcelRow } from "./parcel-rows.ts";

interface EntryContext {
  config: Pick<Config, "ghn">;
  now: Date;
}

const closed: readonly string[] = ["cancelled", "failed", "refunded", "trash"];
const lossStatuses: readonly string[] = ["lost", "damage", "scrap", "exception"];

/** Whether the shop can request something about this parcel from its carrier. */
export const hasCarrierApi = (
  { carrier, trackingCode }: Pick<ParcelRow, "carrier" | "trackingCode">,
  { ghn }: Pick<Config, "ghn">,
): boolean => ghn !== null && carrier === "ghn" && trackingCode !== null;

/** Whether the items of a parcel may be at the shop again; other carriers do not report it. */
export const mayBeBack = ({ carrier, status }: Pick<ParcelRow, "carrier" | "status">): boolean => {
  const step = stepOf(status);
  return (
    step === "returning" || step === "returned" || (carrier !== "ghn" && !isBeforePickUp(status) && !isEnd(status))
  );
};

/** Another parcel may be booked: the carrier has none, or it has ended without delivery. */
const mayBook = (row: ParcelRow): boolean =>
  row.status === ownStatuses.refused ||
  row.status === ownStatuses.byHand ||
  (row.isNewest && ["cancel", "lost", "damage", "scrap"].includes(row.status));

const mayTrack = ({ status, trackingCode }: ParcelRow): boolean =>
  trackingCode === null &&
  (status === ownStatuses.byHand || status === ownStatuses.refused || status === ownStatuses.toBook);

/** What can be done with a parcel now. The endpoints check it again. */
function actionsOf(row: ParcelRow, { config }: EntryContext): ParcelAction[] {
  const open = !closed.includes(row.orderStatus);
  const api = hasCarrierApi(row, config);
  const step = stepOf(row.status);
  const offered: [ParcelAction, boolean][] = [
    ["book", open && config.ghn !== null && mayBook(row)],
    ["track", open && mayTrack(row)],
    ["cancel", isBeforePickUp(row.status) && row.cancelRequestedAt === null],
    ["poll", api],
    ["label", isBeforePickUp(row.status) && (api || row.carrier !== "ghn")],
    ["deliver_again", api && (step === "failed_try" || row.status === "waiting_to_return")],
    ["return_to_shop", api && (step === "failed_try" || row.status === "storing")],
    ["inspect", mayBeBack(row) && row.inspectedAt === null],
    ["decide", row.inspectedAt !== null && row.returnDecision === null && row.orderStatus === "processing"],
    ["claim", lossStatuses.includes(row.status) || row.hasLoss],
  ];
  return offered.flatMap(([action, isOffered]) => (isOffered ? [action] : []));
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The newest reason for the current status. */
const reasonOf = ({ events, status }: ParcelRow): string =>
  events.findLast((event) => event.status === status && event.reason !== "")?.reason ?? "";

export function toParcelEntry(row: ParcelRow, context: EntryContext): ParcelEntry {
  const { events, status, failure, carrier, trackingCode } = row;
  const since = new Date(events.at(-1)?.at ?? row.createdAt);
  const waitsForCarrier = !isEnd(status) && trackingCode !== null;
  return {
    id: row.id,
    order_id: row.orderId,
    order_status: row.orderStatus,
    order_version: row.orderVersion,
    stage: row.stage,
    carrier,
    code: trackingCode,
    tracking_url: trackingUrl(context.config, { carrier, trackingCode: trackingCode ?? "" }),
    status,
    step: stepOf(status),
    reason: reasonOf(row),
    failure: status === ownStatuses.refused ? failure : "",
    remedy: status === ownStatuses.refused ? remedyFor(failure) : null,
    cod: row.cod,
    fee: row.fee,
    created_at: row.createdAt.toISOString(),
    since: since.toISOString(),
    expected_at: isEnd(status) ? null : iso(row.expectedAt),
    stale: waitsForCarrier && context.now.getTime() - since.getTime() >= staleHours * hourMs,
    cancel_requested: row.cancelRequestedAt !== null && status !== "cancel",
    handed_over_at: iso(row.handedOverAt),
    scan_overdue: row.scanOverdue && isBeforePickUp(status),
    manifest: row.manifestId === null ? null : { id: row.manifestId, number: row.manifestNumber ?? "" },
    inspected_at: iso(row.inspectedAt),
    return_reason: row.returnReason,
    return_decision: row.returnDecision,
    recipient: { name: row.name, phone: toLocalPhone(row.phone), province: row.province },
    steps: groupSteps(events.map(({ status: own, at }) => ({ status: own, date: at }))).map(
      ({ status: own, date }) => ({
        status: own,
        at: date,
      }),
    ),
    actions: actionsOf(row, context),
  };
}
