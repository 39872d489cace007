import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { endStatuses, statusesOf } from "#shop/shipping/index.ts";

/** Whether `parcel p` of `orders o` was handed over or picked up. */
const leftParcel: Sql = sql`p.order_id = o.id and p.status <> 'cancel'
  and (p.handed_over_at is not null or p.status <> all(${statusesOf("waiting").statuses}::text[]))`;

/** A parcel of `orders o` was handed over or picked up. */
export const hasLeft: Sql = sql`exists (select from parcel p where ${leftParcel})`;

const failedEnds = endStatuses.filter((status) => status !== "delivered");

/** The courier of a parcel of `orders o` collects its cash, or has collected it: the parcel has left, and did not come back or get lost. */
export const collectsCash: Sql = sql`exists (select from parcel p where ${leftParcel} and p.status <> all(${failedEnds}::text[]))`;
