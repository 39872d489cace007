import { z } from "zod";
import type { ShippingMethod } from "#contract/order.ts";
import { minuteMs } from "#shop/kernel/clock.ts";
import { sql } from "#shop/kernel/database.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { askCarrier, CarrierFailed } from "../locations/index.ts";
import { parcelCm, parcelWeightG } from "./parcel-size.ts";

/** Pieces that travel free, by the shipping policy. */
const freeFromPieces = 2;

export interface ShippingAsked {
  method: ShippingMethod;
  /** null until a ward is chosen */
  destination: { districtId: number; wardCode: string } | null;
  /** weight of one piece in grams, null where the catalogue has none */
  pieces: readonly { weightG: number | null; quantity: number }[];
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
  shop: Shop,
  { method, destination, pieces }: ShippingAsked,
): Promise<ShippingQuote> {
  const count = pieces.reduce((sum, piece) => sum + piece.quantity, 0);
  if (method === "local_pickup" || count >= freeFromPieces) return { cost: 0, free: true };
  if (!destination || count === 0) return { cost: 0, free: false };
  const weightG = parcelWeightG(pieces.reduce((sum, piece) => sum + (piece.weightG ?? 0) * piece.quantity, 0));
  return { cost: (await carrierFee(shop, { ...destination, weightG })) ?? (await flatRate(shop)), free: false };
}

const Fee = z.object({ total: z.coerce.number().int().min(0).max(10_000_000) });
/** GHN's "Hàng nhẹ": light parcels */
const lightService = 2;
const keptMs = 10 * minuteMs;
const maxKept = 5_000;
const keptFees = new WeakMap<Shop, Map<string, { cost: number; untilMs: number }>>();

/** What GHN charges to a ward, in đồng, as answered in the last ten minutes; null when it does not say. */
async function carrierFee(
  shop: Shop,
  { districtId, wardCode, weightG }: { districtId: number; wardCode: string; weightG: number },
): Promise<number | null> {
  if (!shop.config.ghn) return null;
  const kept = keptFees.get(shop) ?? new Map<string, { cost: number; untilMs: number }>();
  keptFees.set(shop, kept);
  const key = `${districtId}/${wardCode}/${weightG}`;
  const nowMs = shop.clock.now().getTime();
  const known = kept.get(key);
  if (known && known.untilMs > nowMs) return known.cost;
  try {
    const answer = await askCarrier(shop, "v2/shipping-order/fee", {
      timeoutMs: 3_000,
      body: {
        service_type_id: lightService,
        to_district_id: districtId,
        to_ward_code: wardCode,
        weight: weightG,
        ...parcelCm,
        insurance_value: 0,
      },
    });
    const cost = Fee.parse(answer).total;
    if (kept.size >= maxKept) kept.clear();
    kept.set(key, { cost, untilMs: nowMs + keptMs });
    return cost;
  } catch (error) {
    if (!(error instanceof CarrierFailed) || error.refused) shop.log.warn({ err: error }, "the carrier quotes no fee");
    return null;
  }
}

const firstFlatRate = 30_000;
const FlatRate = z.int().min(0);

/** The merchant's price of a delivery that the carrier did not quote: setting `shipping_flat_rate`, in đồng. */
async function flatRate(shop: Shop): Promise<number> {
  const row = await shop.db.one<{ value: unknown }>(sql`select value from setting where name = 'shipping_flat_rate'`);
  const set = FlatRate.safeParse(row?.value);
  return set.success ? set.data : firstFlatRate;
}
