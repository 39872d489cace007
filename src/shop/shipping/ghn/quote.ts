import { z } from "zod";
import { Moment, WholeNumber } from "#contract/lenient.ts";
import { type Dong, dong } from "#contract/money.ts";
import { TaggedCache } from "#shop/kernel/cache/tagged-cache.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { CarrierError, requestCarrier } from "#shop/ghn/index.ts";
import { declaredValue, parcelCm } from "../parcel-size.ts";

/** An old ward, by GHN's ids. */
interface OldDestination {
  districtId: number;
  wardCode: string;
}
/** Destination of a shipment: an old ward, or a ward since July 2025 by the exact names of GHN's own list. */
export type Destination = OldDestination | { ward: string; province: string };

const keyOf = (to: Destination): string =>
  "wardCode" in to ? `${to.districtId}/${to.wardCode}` : JSON.stringify([to.province, to.ward]);

/** GHN's "Hàng nhẹ": light parcels */
const lightService = 2;
const shopPays = 1;
const ttlMs = 10 * minuteMs;
const maxEntries = 5_000;

interface CachedQuote {
  value: unknown;
  untilMs: number;
}
const quoteCaches = new WeakMap<AppContext, TaggedCache<string, CachedQuote>>();

function store(shop: AppContext, key: string, value: unknown, ms: number): void {
  const entries = quoteCaches.get(shop) ?? new TaggedCache<string, CachedQuote>({ maxSize: maxEntries });
  quoteCaches.set(shop, entries);
  entries.set(key, { value, untilMs: shop.clock.now().getTime() + ms });
}

/** Caches GHN's responses for ten minutes. */
async function cached<Value>(shop: AppContext, key: string, load: () => Promise<Value>): Promise<Value> {
  const known = quoteCaches.get(shop)?.get(key);
  if (known && known.untilMs > shop.clock.now().getTime()) return known.value as Value;
  const value = await load();
  store(shop, key, value, ttlMs);
  return value;
}

const toWard = ({ districtId, wardCode }: OldDestination) => ({
  service_type_id: lightService,
  to_district_id: districtId,
  to_ward_code: wardCode,
});

const maxFee = 10_000_000;
const FeeAmount = WholeNumber.refine((total) => total <= maxFee).transform(dong);
const Fee = z.object({ total: FeeAmount });
const Preview = z.object({ total_fee: FeeAmount });

/** What GHN requires of a recipient: a preview books nothing, and the shopper is not known yet. */
const anyRecipient = { to_name: "Khách hàng", to_phone: "0900000000" };

interface PricedParcel {
  weightG: number;
  value: Dong;
}

/** The fee by old ids; GHN has none by names, but previews a booking. */
async function requestFee(shop: AppContext, to: Destination, { weightG, value }: PricedParcel): Promise<Dong> {
  const parcel = { weight: weightG, ...parcelCm, insurance_value: declaredValue(value) };
  const timeoutMs = 3_000;
  if ("wardCode" in to) {
    const body = { ...toWard(to), ...parcel };
    return Fee.parse(await requestCarrier(shop, "v2/shipping-order/fee", { timeoutMs, body })).total;
  }
  const body = {
    ...{ payment_type_id: shopPays, required_note: "CHOXEMHANGKHONGTHU", service_type_id: lightService },
    ...{ ...anyRecipient, to_address: `${to.ward}, ${to.province}`, content: "Trang sức" },
    ...{ is_new_to_address: true, to_ward_name: to.ward, to_province_name: to.province },
    ...parcel,
  };
  return Preview.parse(await requestCarrier(shop, "v2/shipping-order/preview", { timeoutMs, body })).total_fee;
}

/** GHN's fee for a delivery and a declared value; null if it is unavailable. */
export async function carrierFee(shop: AppContext, to: Destination, parcel: PricedParcel): Promise<Dong | null> {
  if (!shop.config.ghn) return null;
  const key = `fee/${keyOf(to)}/${parcel.weightG}/${declaredValue(parcel.value)}`;
  try {
    return await cached(shop, key, () => requestFee(shop, to, parcel));
  } catch (error) {
    if (!(error instanceof CarrierError) || error.isRejection) shop.log.warn({ err: error }, "shipping quote failed");
    return null;
  }
}

const LeadTime = z.object({ leadtime: Moment });
/** a later date is not plausible */
const maxDeliveryMs = 30 * dayMs;

/**
 * GHN's expected delivery date for a shipment booked now; null if it is unavailable, or the ward is named by its new name.
 * Optional: short timeout, and no error.
 */
export async function carrierDelivery(shop: AppContext, to: Destination): Promise<Date | null> {
  if (!shop.config.ghn || !("wardCode" in to)) return null;
  const key = `leadtime/${keyOf(to)}`;
  try {
    return await cached(shop, key, async () => {
      const body = toWard(to);
      const response = await requestCarrier(shop, "v2/shipping-order/leadtime", {
        timeoutMs: 2_000,
        body,
        optional: true,
      });
      const { leadtime } = LeadTime.parse(response);
      const aheadMs = (leadtime?.getTime() ?? 0) - shop.clock.now().getTime();
      if (aheadMs > 0 && aheadMs <= maxDeliveryMs) return leadtime;
      shop.log.info({ leadtime, ...to }, "the carrier's lead time is not plausible, and is ignored");
      return null;
    });
  } catch (error) {
    shop.log.info({ err: error }, "no delivery date in response");
    // so that the next shopper does not wait for the timeout too
    store(shop, key, null, minuteMs);
    return null;
  }
}
