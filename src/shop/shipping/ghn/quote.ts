import { z } from "zod";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { askCarrier, CarrierFailed } from "#shop/locations/index.ts";
import { declaredValue, parcelCm } from "../parcel-size.ts";
import { Moment } from "./ghn-answers.ts";

/** Where a parcel would go. */
export interface Destination {
  districtId: number;
  wardCode: string;
}

/** GHN's "Hàng nhẹ": light parcels */
const lightService = 2;
const keptMs = 10 * minuteMs;
const maxKept = 5_000;

interface Kept {
  value: unknown;
  untilMs: number;
}
const keptAnswers = new WeakMap<AppContext, Map<string, Kept>>();

function keep(shop: AppContext, key: string, value: unknown, ms: number): void {
  const answers = keptAnswers.get(shop) ?? new Map<string, Kept>();
  keptAnswers.set(shop, answers);
  if (answers.size >= maxKept) answers.clear();
  answers.set(key, { value, untilMs: shop.clock.now().getTime() + ms });
}

/** What was answered in the last ten minutes is not asked again. */
async function kept<Value>(shop: AppContext, key: string, ask: () => Promise<Value>): Promise<Value> {
  const known = keptAnswers.get(shop)?.get(key);
  if (known && known.untilMs > shop.clock.now().getTime()) return known.value as Value;
  const value = await ask();
  keep(shop, key, value, keptMs);
  return value;
}

const toWard = ({ districtId, wardCode }: Destination) => ({
  service_type_id: lightService,
  to_district_id: districtId,
  to_ward_code: wardCode,
});

const Fee = z.object({ total: z.coerce.number().int().min(0).max(10_000_000) });

/** What GHN charges to a ward for goods of a value, in đồng, insured as they will be; null when it does not say. */
export async function carrierFee(
  shop: AppContext,
  to: Destination & { weightG: number; value: number },
): Promise<number | null> {
  if (!shop.config.ghn) return null;
  const insured = declaredValue(to.value);
  try {
    return await kept(shop, `fee/${to.districtId}/${to.wardCode}/${to.weightG}/${insured}`, async () => {
      const body = { ...toWard(to), weight: to.weightG, ...parcelCm, insurance_value: insured };
      return Fee.parse(await askCarrier(shop, "v2/shipping-order/fee", { timeoutMs: 3_000, body })).total;
    });
  } catch (error) {
    if (!(error instanceof CarrierFailed) || error.refused) shop.log.warn({ err: error }, "the carrier quotes no fee");
    return null;
  }
}

const LeadTime = z.object({ leadtime: Moment });
/** later than that is no date of a delivery */
const mostMs = 60 * dayMs;

/** When GHN means to deliver what it is given now; null when it does not say. It is never worth waiting for, or a failure. */
export async function carrierDelivery(shop: AppContext, to: Destination): Promise<Date | null> {
  if (!shop.config.ghn) return null;
  const key = `leadtime/${to.districtId}/${to.wardCode}`;
  try {
    return await kept(shop, key, async () => {
      const body = toWard(to);
      const answer = await askCarrier(shop, "v2/shipping-order/leadtime", { timeoutMs: 2_000, body, optional: true });
      const { leadtime } = LeadTime.parse(answer);
      const aheadMs = (leadtime?.getTime() ?? 0) - shop.clock.now().getTime();
      return aheadMs > 0 && aheadMs < mostMs ? leadtime : null;
    });
  } catch (error) {
    shop.log.info({ err: error }, "the carrier names no day");
    // the next shopper does not wait for it too
    keep(shop, key, null, minuteMs);
    return null;
  }
}
