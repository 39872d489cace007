import { z } from "zod";
import type { Dong } from "#contract/money.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { isBeforePickUp, ownStatuses } from "#shop/shipping/index.ts";

/** A row of `parcel`: the record of a parcel with its carrier. */
export interface Shipment {
  id: number;
  orderId: number;
  /** "ghn", or the name of another carrier as a merchant wrote it */
  carrier: string;
  clientOrderCode: string;
  /** null until the carrier has assigned one */
  trackingCode: string | null;
  /** the carrier's status, or one of the shop's own */
  status: string;
  codAmount: Dong;
  codTransferredAt: Date | null;
  failure: string;
  sentAt: Date | null;
  cancelRequestedAt: Date | null;
  /** once it is cancelled, its order is booked again */
  rebook: boolean;
  /** its items came back and were inspected: the carrier's later reports do not change its status */
  inspectedAt: Date | null;
  createdAt: Date;
}

const shipmentColumns: Sql = sql`
  p.id, p.order_id "orderId", p.carrier, p.client_order_code "clientOrderCode", p.tracking_code "trackingCode", p.status,
  p.cod_amount "codAmount", p.cod_transferred_at "codTransferredAt", p.failure, p.sent_at "sentAt",
  p.cancel_requested_at "cancelRequestedAt", p.rebook, p.inspected_at "inspectedAt", p.created_at "createdAt"`;

export const findShipment = (reader: Reader, id: number): Promise<Shipment | undefined> =>
  reader.one<Shipment>(sql`select ${shipmentColumns} from parcel p where p.id = ${id}`);

/** An order's shipments, the newest first. */
export const shipmentsOf = (reader: Reader, orderId: number): Promise<Shipment[]> =>
  reader.all<Shipment>(sql`select ${shipmentColumns} from parcel p where p.order_id = ${orderId} order by p.id desc`);

const unbooked: ReadonlySet<string> = new Set([ownStatuses.refused, ownStatuses.byHand]);

/** The carrier has it, or is about to get it, and it can still be changed there. */
export const isBooked = ({ carrier, status, sentAt, cancelRequestedAt }: Shipment): boolean =>
  carrier === "ghn" && sentAt !== null && cancelRequestedAt === null && isBeforePickUp(status) && !unbooked.has(status);

/** The newest shipment of an order that {@link isBooked}. */
export const findBooked = async (reader: Reader, orderId: number): Promise<Shipment | undefined> =>
  (await shipmentsOf(reader, orderId)).find(isBooked);

/** The shipment that a webhook is about: both codes must match, as far as webhook and shipment have them. */
export const findWebhookShipment = (
  reader: Reader,
  { orderCode, clientOrderCode }: { orderCode: string; clientOrderCode: string },
): Promise<Shipment | undefined> =>
  reader.one<Shipment>(sql`
    select ${shipmentColumns} from parcel p
    where p.client_order_code = ${clientOrderCode}
      and (${orderCode} = '' or coalesce(p.tracking_code, ${orderCode}) = ${orderCode})`);

/** Kind of the outbox jobs about shipments. */
export const shipmentJobKind = "parcel";

export const ShipmentJob = z.discriminatedUnion("do", [
  z.object({ do: z.literal("book"), parcel: z.int() }),
  // jobs that the previous version has enqueued have the second value
  z.object({ do: z.enum(["poll", "ask"]), parcel: z.int() }),
  z.object({ do: z.enum(["cash", "size", "contents"]), parcel: z.int(), askedAt: z.string() }),
  // with its codes, since permanently deleting an order deletes its shipments' rows
  z.object({
    do: z.literal("stop"),
    parcel: z.int(),
    trackingCode: z.string().nullable(),
    clientOrderCode: z.string(),
    askedAt: z.string(),
  }),
]);
export type ShipmentJob = z.infer<typeof ShipmentJob>;

/**
 * Enqueues the update of an order's booked parcel at the carrier; a parcel that is booked later has its size and contents from the order.
 * Call it with the order locked.
 */
export async function enqueueParcelUpdate(
  tx: Tx,
  orderId: number,
  what: "size" | "contents",
  now: Date,
): Promise<void> {
  const booked = await findBooked(tx, orderId);
  if (!booked) return;
  const job: ShipmentJob = { do: what, parcel: booked.id, askedAt: now.toISOString() };
  await enqueue(tx, shipmentJobKind, job);
}
