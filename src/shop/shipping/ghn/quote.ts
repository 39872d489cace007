import { z } from "zod";
import { Moment, WholeNumber } from "#contract/lenient.ts";
import { type Dong, dong } from "#contract/money.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { CarrierError, requestCarrier } from "#shop/ghn/index.ts";
import { declaredValue, parcelCm } from "../parcel-size.ts";

/** Destination of a shipment. */
export interface Destination {
  districtId: number;
  wardCode: string;
}

/** GHN's "Hàng nhẹ": light parcels */
const lightService = 2;
const ttlMs = 10 * minuteMs;
const maxEntries = 5_000;

interface CachedQuote {
  value: unknown;
  untilMs: number;
}
const quoteCaches = new WeakMap<AppContext, Map<string, CachedQuote>>();

function store(shop: AppContext, key: string, value: unknown, ms: number): void {
  const entries = quoteCaches.get(shop) ?? new Map<string, CachedQuote>();
  quoteCaches.set(shop, entries);
  if (entries.size >= maxEntries) entries.clear();
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

const toWard = ({ districtId, wardCode }: Destination) => ({
  service_type_id: lightService,
  to_district_id: districtId,
  to_ward_code: wardCode,
});

const maxFee = 10_000_000;
const Fee = z.object({ total: WholeNumber.refine((total) => total <= maxFee).transform(dong) });

/** GHN's fee for a delivery to a ward and a declared value; null if it is unavailable. */
export async function carrierFee(
  shop: AppContext,
  to: Destination & { weightG: number; value: Dong },
): Promise<Dong | null> {
  if (!shop.config.ghn) return null;
  const insured = declaredValue(to.value);
  try {
    return await cached(shop, `fee/${to.districtId}/${to.wardCode}/${to.weightG}/${insured}`, async () => {
      const body = { ...toWard(to), weight: to.weightG, ...parcelCm, insurance_value: insured };
      return Fee.parse(await requestCarrier(shop, "v2/shipping-order/fee", { timeoutMs: 3_000, body })).total;
    });
  } catch (error) {
    if (!(error instanceof CarrierError) || error.isRejection) shop.log.warn({ err: error }, "shipping quote failed");
    return null;
  }
}

const LeadTime = z.object({ leadtime: Moment });
/** a later date is not plausible */
const maxDeliveryMs = 30 * dayMs;

/**
 * GHN's expected delivery date for a shipment booked now; null if it is unavailable. Optional: short timeout, and no
 * error.
 */
export async function carrierDelivery(shop: AppContext, to: Destination): Promise<Date | null> {
  if (!shop.config.ghn) return null;
  const key = `leadtime/${to.districtId}/${to.wardCode}`;
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
