import type { Dong } from "#contract/money.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";

export interface ListedShipment {
  orderId: number;
  orderStatus: string;
  carrier: string;
  code: string;
  status: string;
  codAmount: Dong;
  failure: string;
  updatedAt: Date;
}

/** Shipments, the newest first. @param open only those that have not ended */
export const listShipments = (
  reader: Reader,
  { open, limit }: { open: boolean; limit: number },
): Promise<ListedShipment[]> =>
  reader.all<ListedShipment>(sql`
    select p.order_id "orderId", o.status "orderStatus", p.carrier, coalesce(p.tracking_code, p.client_order_code) code,
      p.status, p.cod_amount "codAmount", p.failure, p.updated_at "updatedAt"
    from parcel p join orders o on o.id = p.order_id
    where not ${open} or p.status not in ('delivered', 'returned', 'cancel', 'lost', 'damage', 'scrap')
    order by p.id desc limit ${limit}`);
