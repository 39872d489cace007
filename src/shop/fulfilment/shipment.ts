import { z } from "zod";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";

/** A row of `parcel`. Money is whole đồng. */
export interface Parcel {
  id: number;
  orderId: number;
  /** "ghn", or what a merchant calls the one that was given it by hand */
  carrier: string;
  clientOrderCode: string;
  /** null until the carrier has given one */
  trackingCode: string | null;
  /** the carrier's own word, or one of the shop's own */
  status: string;
  codAmount: number;
  codTransferredAt: Date | null;
  failure: string;
  sentAt: Date | null;
  cancelAskedAt: Date | null;
  createdAt: Date;
}

const parcelColumns: Sql = sql`
  p.id, p.order_id "orderId", p.carrier, p.client_order_code "clientOrderCode", p.tracking_code "trackingCode", p.status,
  p.cod_amount "codAmount", p.cod_transferred_at "codTransferredAt", p.failure, p.sent_at "sentAt",
  p.cancel_asked_at "cancelAskedAt", p.created_at "createdAt"`;

export const findParcel = (reader: Reader, id: number): Promise<Parcel | undefined> =>
  reader.one<Parcel>(sql`select ${parcelColumns} from parcel p where p.id = ${id}`);

/** An order's parcels, the newest first. */
export const parcelsOf = (reader: Reader, orderId: number): Promise<Parcel[]> =>
  reader.all<Parcel>(sql`select ${parcelColumns} from parcel p where p.order_id = ${orderId} order by p.id desc`);

/** The parcel that a notice is about: both of its codes have to be this parcel's, as far as it has them. */
export const noticedParcel = (
  reader: Reader,
  { orderCode, clientOrderCode }: { orderCode: string; clientOrderCode: string },
): Promise<Parcel | undefined> =>
  reader.one<Parcel>(sql`
    select ${parcelColumns} from parcel p
    where p.client_order_code = ${clientOrderCode} and coalesce(p.tracking_code, ${orderCode}) = ${orderCode}`);

/** Outbox rows of this kind are one thing to do with one parcel. */
export const parcelKind = "parcel";

export const ParcelWork = z.discriminatedUnion("do", [
  z.object({ do: z.literal("book"), parcel: z.int() }),
  z.object({ do: z.literal("ask"), parcel: z.int() }),
  z.object({ do: z.literal("cash"), parcel: z.int(), askedAt: z.string() }),
  // its codes too: an order that is deleted for good takes its parcel's row along
  z.object({
    do: z.literal("stop"),
    parcel: z.int(),
    trackingCode: z.string().nullable(),
    clientOrderCode: z.string(),
    askedAt: z.string(),
  }),
]);
export type ParcelWork = z.infer<typeof ParcelWork>;
