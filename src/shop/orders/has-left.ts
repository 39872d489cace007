import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { statusesOf } from "#shop/shipping/index.ts";

/** A parcel of `orders o` was handed over or picked up. */
export const hasLeft: Sql = sql`exists (select from parcel p where p.order_id = o.id and p.status <> 'cancel'
  and (p.handed_over_at is not null or p.status <> all(${statusesOf("waiting").statuses}::text[])))`;
