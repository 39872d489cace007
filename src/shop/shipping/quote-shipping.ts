import { type Dong, dong, multiply, sum } from "#contract/money.ts";
import type { ShippingMethod } from "#contract/order.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { cachedSettings, readSetting } from "#shop/kernel/settings/settings.ts";
import { flatRateSetting } from "./flat-rate-setting.ts";
import { carrierDelivery, carrierFee, type Destination } from "./ghn/quote.ts";
import { parcelWeightG } from "./parcel-size.ts";

/** Quantity from which shipping is free, by the shipping policy. */
const freeFromQuantity = 2;

/** Weight of one item in grams, null if the catalogue has none, and its price. A virtual item is not sent. */
export interface ShippedItem {
  virtual: boolean;
  weightG: number | null;
  price: Dong;
  quantity: number;
}

const isSent = ({ virtual }: Pick<ShippedItem, "virtual">): boolean => !virtual;

/** False for virtual items alone. */
export const needsShipping = (items: readonly Pick<ShippedItem, "virtual">[]): boolean =>
  items.length === 0 || items.some(isSent);

/** Weight of what is sent without packaging, in grams. */
export const itemsWeight = (items: readonly Omit<ShippedItem, "price">[]): number =>
  items.filter(isSent).reduce((total, item) => total + (item.weightG ?? 0) * item.quantity, 0);

export interface ShippingQuery {
  method: ShippingMethod;
  /** null until a ward is selected */
  destination: Destination | null;
  items: readonly ShippedItem[];
}

export interface ShippingQuote {
  cost: Dong;
  /** true only if the shop charges nothing: two or more items, pickup, or nothing to send */
  free: boolean;
}

/**
 * Prices one delivery, for quotes and orders alike. Queries the carrier, and falls back to the merchant's flat rate if
 * it is unavailable. Never call it inside a transaction: it waits for another service.
 */
export async function quoteShipping(
  shop: AppContext,
  { method, destination, items }: ShippingQuery,
): Promise<ShippingQuote> {
  const sent = items.filter(isSent);
  const count = sent.reduce((total, { quantity }) => total + quantity, 0);
  if (method === "local_pickup" || count >= freeFromQuantity || !needsShipping(items))
    return { cost: dong(0), free: true };
  if (!destination || count === 0) return { cost: dong(0), free: false };
  const value = sum(sent.map(({ price, quantity }) => multiply(price, quantity)));
  const fee = await carrierFee(shop, destination, { weightG: parcelWeightG(itemsWeight(items)), value });
  return { cost: fee ?? (await flatRate(shop)), free: false };
}

/** Expected delivery of an order placed now; null for pickup, and if the carrier is unavailable. */
export const expectedDelivery = async (
  shop: AppContext,
  { method, destination }: Pick<ShippingQuery, "method" | "destination">,
): Promise<Date | null> => (method === "local_pickup" || !destination ? null : carrierDelivery(shop, destination));

const defaultFlatRate = 30_000;

/** The merchant's price without a quote by the carrier: setting `shipping_flat_rate`. */
const flatRate = cachedSettings(async (reader) =>
  dong((await readSetting(reader, flatRateSetting)) ?? defaultFlatRate),
);
