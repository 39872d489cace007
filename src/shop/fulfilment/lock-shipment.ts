import type { Tx } from "#shop/kernel/db/database.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { findShipment, type Shipment } from "./shipment.ts";

/** Locks the order of a shipment and rereads the shipment; undefined if either has been deleted. */
export const lockShipment = async (tx: Tx, found: Shipment | undefined): Promise<Shipment | undefined> =>
  found && (await lockOrder(tx, found.orderId)) ? findShipment(tx, found.id) : undefined;
