import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { ownStatuses, statusesOf } from "#shop/shipping/index.ts";

/** Vietnam has used UTC+7 without daylight saving time since 1975. */
const zoneMs = 7 * hourMs;
const noonMs = 12 * hourMs;

const ownStatus: readonly string[] = Object.values(ownStatuses);
const beforePickUp = statusesOf("waiting").statuses.filter((status) => !ownStatus.includes(status));

/** Parcels handed over before this moment had to be scanned by noon of the next day, which has passed. */
export function scanDeadline(now: Date): Date {
  const local = now.getTime() + zoneMs;
  const today = Math.floor(local / dayMs) * dayMs;
  return new Date((local - today >= noonMs ? today : today - dayMs) - zoneMs);
}

/** Job: marks parcels that were handed over, and not scanned by the carrier by noon of the next day. @returns their number */
export const markScanOverdue = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    update parcel set scan_overdue = true, updated_at = ${now}
    where status not in ('delivered', 'returned', 'cancel', 'lost', 'damage', 'scrap')
      and status = any(${beforePickUp}::text[]) and not scan_overdue and handed_over_at < ${scanDeadline(now)}
      and carrier = 'ghn' and cancel_requested_at is null`);
