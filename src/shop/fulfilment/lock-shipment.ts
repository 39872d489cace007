import type { Tx } from "#shop/kernel/db/database.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { findParcel, type Parcel } from "./shipment.ts";

/** Locks the order of a parcel that was found, and reads the parcel as it is then; undefined where either is gone. */
export const lockParcel = async (tx: Tx, found: Parcel | undefined): Promise<Parcel | undefined> =>
  found && (await lockOrder(tx, found.orderId)) ? findParcel(tx, found.id) : undefined;
