import type { ShippingMethod } from "#contract/order.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { readSetting } from "#shop/kernel/settings/settings.ts";
import { flatRateSetting } from "./flat-rate-setting.ts";
import { carrierDelivery, carrierFee, type Destination } from "./ghn/quote.ts";
import { parcelWeightG } from "./parcel-size.ts";

/** Pieces that travel free, by the shipping policy. */
const freeFromPieces = 2;

/** Weight of one piece in grams, null where the catalogue has none, and what it is sold for, in whole đồng. */
export interface Piece {
  weightG: number | null;
  price: number;
  quantity: number;
}

/** What all pieces weigh in their parcel, in grams. */
export const weightOf = (pieces: readonly Omit<Piece, "price">[]): number =>
  parcelWeightG(pieces.reduce((sum, piece) => sum + (piece.weightG ?? 0) * piece.quantity, 0));

export interface ShippingAsked {
  method: ShippingMethod;
  /** null until a ward is chosen */
  destination: Destination | null;
  pieces: readonly Piece[];
}

export interface ShippingQuote {
  /** whole đồng */
  cost: number;
  /** true only where the shop really charges nothing: two or more pieces, or pickup */
  free: boolean;
}

/**
 * Prices one delivery: the quote and the order alike. Asks the carrier, and takes the merchant's flat rate where the
 * carrier cannot say. Never call it inside a transaction: it waits for another service.
 */
export async function quoteShipping(
  shop: AppContext,
  { method, destination, pieces }: ShippingAsked,
): Promise<ShippingQuote> {
  const count = pieces.reduce((sum, piece) => sum + piece.quantity, 0);
  if (method === "local_pickup" || count >= freeFromPieces) return { cost: 0, free: true };
  if (!destination || count === 0) return { cost: 0, free: false };
  const value = pieces.reduce((sum, piece) => sum + piece.price * piece.quantity, 0);
  const fee = await carrierFee(shop, { ...destination, weightG: weightOf(pieces), value });
  return { cost: fee ?? (await flatRate(shop)), free: false };
}

/** When a parcel that is ordered now is expected to arrive; null for a pickup, and where the carrier does not say. */
export const expectedDelivery = async (
  shop: AppContext,
  { method, destination }: Pick<ShippingAsked, "method" | "destination">,
): Promise<Date | null> => (method === "local_pickup" || !destination ? null : carrierDelivery(shop, destination));

const defaultFlatRate = 30_000;

/** The merchant's price of a delivery that the carrier did not quote: setting `shipping_flat_rate`, in đồng. */
async function flatRate(shop: AppContext): Promise<number> {
  return (await readSetting(shop.db, flatRateSetting)) ?? defaultFlatRate;
}
