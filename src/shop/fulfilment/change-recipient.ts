import { toLocalPhone } from "#contract/person-validation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { ghnClient } from "#shop/shipping/index.ts";
import { findBooked } from "./shipment.ts";

interface ParcelRecipient {
  firstName: string;
  lastName: string;
  phone: string;
}

/**
 * Changes name and phone number of an order's booked parcel at the carrier. Call it before they are stored: what a parcel is booked with
 * later is read from the order. Never call it inside a transaction.
 * @returns whether there is such a parcel
 * @throws UpstreamUnavailableError, GhnRejectedError
 */
export async function changeParcelRecipient(
  shop: AppContext,
  orderId: number,
  { firstName, lastName, phone }: ParcelRecipient,
): Promise<boolean> {
  const booked = await findBooked(shop.db, orderId);
  if (!shop.config.ghn || !booked?.trackingCode) return false;
  const to = { name: `${lastName} ${firstName}`.trim(), phone: toLocalPhone(phone) };
  await ghnClient(shop.config.ghn).changeRecipient(booked.trackingCode, to);
  return true;
}
