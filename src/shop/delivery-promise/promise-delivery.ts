import type { ShippingMethod } from "#contract/order.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { DeliveryPlace } from "#shop/addresses/index.ts";
import type { DistrictSnapshot } from "#shop/locations/index.ts";
import type { OrderLocation } from "#shop/orders/index.ts";
import { expectedDelivery } from "#shop/shipping/index.ts";
import { type ComputedPromise, computePromise, type TransitDays } from "./compute-promise.ts";
import { destinationOf } from "./destination.ts";
import { deliveryHistoryOf } from "./own-parcels.ts";
import { type PromiseConfig, promiseConfigOf } from "./promise-settings.ts";
import { type ChosenTransit, chooseTransit } from "./transit.ts";

/** A promise with what it is based on. */
export interface DeliveryPromise extends ComputedPromise {
  /** null for a pickup, and without a destination */
  transit: ChosenTransit | null;
  /** making and handling */
  workDays: number;
}

/** A district, with its ward if that is known: the carrier names a lead time for wards only. */
export interface PromisedPlace extends DistrictSnapshot {
  wardCode: string | null;
  /** a ward since July 2025 whose area belonged to several districts: it is counted by itself */
  newWard?: string;
}

/** A selected ward of either scheme as the promise needs it: the old ward that represents a new one. */
export const promisedPlaceOf = (place: DeliveryPlace): PromisedPlace =>
  place.scheme === "old3" ? place : { ...place.old, ...(place.districtName === "" && { newWard: place.wardCode }) };

/** As {@link promisedPlaceOf}, of the place of an order. */
export function promisedPlaceOfOrder({ old_ward, ...own }: OrderLocation): PromisedPlace {
  const { province_id, province_name, district_id, district_name, ward_code } = old_ward ?? own;
  return {
    ...{ provinceId: province_id, provinceName: province_name },
    ...{ districtId: district_id, districtName: district_name, wardCode: ward_code },
    ...(old_ward && own.district_name === "" && { newWard: own.ward_code }),
  };
}

interface PromiseQuery {
  /** null until a place is chosen */
  place: PromisedPlace | null;
  makingDays: number;
}

const addedTo = ({ min, max }: TransitDays, extra: number): TransitDays => {
  const changed = Math.max(1, max + extra);
  return { min: Math.min(min, changed), max: changed };
};

/** The transit to a place. It may call the carrier. */
async function transitTo(shop: AppContext, place: PromisedPlace, config: PromiseConfig): Promise<ChosenTransit> {
  const { zone, groups } = destinationOf(place);
  const { carrier } = config.rules;
  const { districtId, wardCode } = place;
  const history = await deliveryHistoryOf(shop, carrier);
  const hasOwn = groups.some((group) => history.byGroup.has(group));
  const method: ShippingMethod = "flat_rate";
  const leadTime =
    hasOwn || wardCode === null
      ? null
      : await expectedDelivery(shop, { method, destination: { districtId, wardCode } });
  const options = { groups, leadTime, policy: config.policy[zone], carrier, now: shop.clock.now() };
  const chosen = chooseTransit(history, options);
  const extras = groups.map((group) => history.extraDays.get(group) ?? 0);
  const extra = extras.find((days) => days !== 0) ?? 0;
  return { ...chosen, days: addedTo(chosen.days, extra) };
}

/**
 * When an order placed now would be ready, and arrive at a place. Never call it inside a transaction: it may wait for the
 * carrier.
 */
export async function promiseDelivery(shop: AppContext, { place, makingDays }: PromiseQuery): Promise<DeliveryPromise> {
  const config = await promiseConfigOf(shop);
  const transit = place && (await transitTo(shop, place, config));
  const workDays = makingDays + config.handlingDays;
  const query = { now: shop.clock.now(), workDays, transit: transit?.days ?? null };
  return { ...computePromise(config.rules, query), transit, workDays };
}
