import type { Fulfillment, UpdateFulfillment } from "#contract/woo/fulfillment.ts";
import { wooDates } from "#contract/dates.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { isDuplicate, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { findOrder, isFulfillable, lockOrder } from "#shop/orders/index.ts";
import { isBeforePickUp, trackingUrl } from "#shop/shipping/index.ts";
import { cancelIfWaiting, insertManualShipment, rebookShipment } from "../book-shipment.ts";
import { recordManualShipment } from "../manual-shipment.ts";
import { type Shipment, shipmentsOf } from "../shipment.ts";

interface FulfillmentRow {
  id: number;
  orderId: number;
  carrier: string;
  trackingCode: string | null;
  status: string;
  updatedAt: Date;
  items: { item_id: number; qty: number }[];
}

const errors = {
  order: () => new HttpError(404, "woocommerce_rest_order_invalid_id", "Invalid order ID."),
  unknown: () => new HttpError(404, "woocommerce_rest_fulfillment_invalid_id", "Invalid fulfillment ID."),
  state: (message: string, state: string) => new HttpError(409, "lianne_invalid_state", message, { extra: { state } }),
};

export async function requireOrder(reader: Reader, orderId: number): Promise<void> {
  if (!(await reader.one(sql`select id from orders where id = ${orderId}`))) throw errors.order();
}

/** The parcels of an order that were not cancelled, the oldest first. */
export const listFulfillments = (reader: Reader, orderId: number): Promise<FulfillmentRow[]> =>
  reader.all<FulfillmentRow>(sql`
    select p.id, p.order_id "orderId", p.carrier, p.tracking_code "trackingCode", p.status, p.updated_at "updatedAt",
      coalesce((select jsonb_agg(jsonb_build_object('item_id', l.id, 'qty', l.quantity) order by l.id)
        from order_line l where l.order_id = p.order_id), '[]') items
    from parcel p where p.order_id = ${orderId} and p.status <> 'cancel' and p.cancel_requested_at is null order by p.id`);

/** @throws HttpError 404 */
export async function requireFulfillment(reader: Reader, orderId: number, id: number): Promise<FulfillmentRow> {
  await requireOrder(reader, orderId);
  const row = (await listFulfillments(reader, orderId)).find((one) => one.id === id);
  if (!row) throw errors.unknown();
  return row;
}

/** A parcel in WooCommerce's format. */
export function wooFulfillment(row: FulfillmentRow, config: Pick<Config, "ghn">): Fulfillment {
  const { id, orderId, carrier, trackingCode, status, updatedAt, items } = row;
  const isFulfilled = !isBeforePickUp(status);
  const url = trackingUrl(config, { carrier, trackingCode: trackingCode ?? "" });
  const entries: [string, unknown][] = [
    ["_items", items],
    ...(trackingCode === null
      ? []
      : ([
          ["_tracking_number", trackingCode],
          ["_shipment_provider", carrier],
          ["_tracking_url", url],
        ] as [string, unknown][])),
  ];
  return {
    id,
    entity_type: "WC_Order",
    entity_id: String(orderId),
    status: isFulfilled ? "fulfilled" : "unfulfilled",
    is_fulfilled: isFulfilled,
    date_updated: wooDates(updatedAt).local,
    date_deleted: null,
    meta_data: entries.map(([key, value], index) => ({ id: index + 1, key, value })),
  };
}

const known: readonly string[] = ["_items", "_tracking_number", "_shipment_provider", "_tracking_url"];

interface TrackingInput {
  /** null: none was sent */
  code: string | null;
  carrier: string;
}

/** Code and carrier of the metadata. @throws HttpError 400 for other keys, and for a part of the items */
function trackingOf({ meta_data = [] }: UpdateFulfillment, { items }: Pick<FulfillmentRow, "items">): TrackingInput {
  const other = meta_data.find(({ key }) => !known.includes(key));
  if (other)
    throw invalidParam("meta_data", `"${other.key}" is not stored with a parcel. Allowed: ${known.join(", ")}.`);
  const entryOf = (key: string) => meta_data.find((entry) => entry.key === key)?.value;
  const sent = entryOf("_items");
  const quantities = new Map(
    (Array.isArray(sent) ? sent : []).map((item) => {
      const { item_id, qty } = (item ?? {}) as { item_id?: unknown; qty?: unknown };
      return [Number(item_id), Number(qty)];
    }),
  );
  if (sent !== undefined && items.some(({ item_id, qty }) => quantities.get(item_id) !== qty))
    throw invalidParam("meta_data", "A parcel contains all items of its order: leave out _items, or send all of them.");
  const text = (key: string) => String(entryOf(key) ?? "").trim();
  const code = text("_tracking_number");
  if (code.length > 100 || text("_shipment_provider").length > 100)
    throw invalidParam("meta_data", "_tracking_number and _shipment_provider have at most 100 characters.");
  return { code: code === "" ? null : code, carrier: text("_shipment_provider") };
}

async function lockOpenOrder(tx: Tx, orderId: number): Promise<void> {
  const order = (await lockOrder(tx, orderId)) ? await findOrder(tx, orderId) : undefined;
  if (!order) throw errors.order();
  if (!isFulfillable(order.status)) throw errors.state("The order is closed.", order.status);
}

interface FulfillmentOptions {
  notify: boolean;
}

/** @throws HttpError 400 for a code that a parcel has already */
async function track(
  shop: AppContext,
  tx: Tx,
  orderId: number,
  input: TrackingInput & FulfillmentOptions,
): Promise<number> {
  const { code, carrier, notify } = input;
  const now = shop.clock.now();
  const recorded =
    code !== null && (await recordManualShipment(tx, orderId, { trackingCode: code, carrier, notify, now }));
  const row = recorded
    ? await tx.one<{ id: number }>(sql`select id from parcel where tracking_code = ${code}`)
    : undefined;
  if (!row) throw invalidParam("meta_data", `The tracking number "${code}" belongs to a parcel already.`);
  return row.id;
}

async function book(tx: Tx, orderId: number, now: Date): Promise<number> {
  const booked = await rebookShipment(tx, orderId, now);
  if (booked.ok) return booked.shipmentId;
  if (booked.reason === "under way") throw errors.state("A parcel of the order is under way.", "under way");
  await insertManualShipment(tx, orderId, now);
  return (await shipmentsOf(tx, orderId))[0]?.id ?? 0;
}

/** Runs a write; a code that another request recorded meanwhile is an input error. */
async function write<T>(shop: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await shop.db.transaction(work);
  } catch (error) {
    if (isDuplicate(error)) throw invalidParam("meta_data", "The tracking number belongs to a parcel already.");
    throw error;
  }
}

const itemsOf = async (tx: Tx, orderId: number): Promise<Pick<FulfillmentRow, "items">> => {
  const order = await findOrder(tx, orderId);
  return { items: order?.lines.map(({ id, quantity }) => ({ item_id: id, qty: quantity })) ?? [] };
};

/** Records a parcel with its code, or books one. @returns its id @throws HttpError 404, 409, 400 */
export const createFulfillment = (
  shop: AppContext,
  orderId: number,
  body: UpdateFulfillment,
  { notify }: FulfillmentOptions,
): Promise<number> =>
  write(shop, async (tx) => {
    await lockOpenOrder(tx, orderId);
    const tracking = trackingOf(body, await itemsOf(tx, orderId));
    const isFulfilled = body.is_fulfilled ?? body.status === "fulfilled";
    if (tracking.code === null && isFulfilled)
      throw invalidParam("meta_data", "A fulfilled parcel needs _tracking_number.");
    return tracking.code === null
      ? book(tx, orderId, shop.clock.now())
      : track(shop, tx, orderId, { ...tracking, notify });
  });

const findIn = (shipments: readonly Shipment[], id: number): Shipment => {
  const shipment = shipments.find((one) => one.id === id && one.status !== "cancel");
  if (!shipment) throw errors.unknown();
  return shipment;
};

/** Records the code of a parcel that has none. @throws HttpError 404; 409 for one that has another code; 400 */
export const updateFulfillment = (
  shop: AppContext,
  { orderId, id }: { orderId: number; id: number },
  body: UpdateFulfillment,
  { notify }: FulfillmentOptions,
): Promise<void> =>
  write(shop, async (tx) => {
    await lockOpenOrder(tx, orderId);
    const { trackingCode, status } = findIn(await shipmentsOf(tx, orderId), id);
    const tracking = trackingOf(body, await itemsOf(tx, orderId));
    if (tracking.code === null || tracking.code === trackingCode) return;
    if (trackingCode !== null) throw errors.state("The carrier has this parcel with another tracking number.", status);
    await track(shop, tx, orderId, { ...tracking, notify });
  });

/** Cancels a parcel before its pick-up. @throws HttpError 404; 409 if the carrier has it */
export const removeFulfillment = (shop: AppContext, orderId: number, id: number): Promise<void> =>
  shop.db.transaction(async (tx) => {
    if (!(await lockOrder(tx, orderId))) throw errors.order();
    const shipment = findIn(await shipmentsOf(tx, orderId), id);
    if (await cancelIfWaiting(tx, shipment, shop.clock.now())) return;
    throw errors.state("The carrier has this parcel already.", shipment.status);
  });
