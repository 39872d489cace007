import { type Envelope, failure, invalidField, success } from "./envelope.ts";
import { whole } from "./numbers.ts";
import type { Country } from "./units.ts";

type Input = Record<string, unknown>;

/** The origin of all parcels: Quận 1, Thành phố Hồ Chí Minh. */
const shopDistrictId = 1760;

/** Rates by class of distance: đồng for the first 500 g, and for each further 500 g begun; days of transit. */
const classes = {
  sameProvince: { first: 22_000, each: 2_500, days: 1 },
  sameRegion: { first: 30_000, each: 3_500, days: 2 },
  acrossRegions: { first: 38_000, each: 5_000, days: 3 },
} as const;
type Distance = (typeof classes)[keyof typeof classes];

const freeInsuranceUpTo = 1_000_000;
const insurancePerMille = 5;
const maxInsured = 5_000_000;
const maxWeightG = 50_000;
const maxSideCm = 200;
const heavyService = 5;
const heavySurcharge = 15_000;

function distance(country: Country, fromId: number, toId: number): Distance | null {
  const from = country.district.get(fromId);
  const to = country.district.get(toId);
  if (!from || !to) return null;
  if (from.ProvinceID === to.ProvinceID) return classes.sameProvince;
  const regionOf = (provinceId: number) => country.provinces.find((row) => row.ProvinceID === provinceId)?.RegionID;
  return regionOf(from.ProvinceID) === regionOf(to.ProvinceID) ? classes.sameRegion : classes.acrossRegions;
}

/** The chargeable weight in grams: the greater of actual and volumetric weight (1 g for 5 cm³). */
const chargedWeight = (weight: number, [length, width, height]: readonly number[]): number =>
  Math.max(weight, Math.ceil(((length ?? 0) * (width ?? 0) * (height ?? 0)) / 5));

const wardIsIn = (country: Country, districtId: number, wardCode: unknown): boolean =>
  (country.wardsOf.get(districtId) ?? []).some((ward) => ward.WardCode === wardCode);

/** Finds district and ward of an address by their names. */
function byNames(country: Country, input: Input): { districtId: number; wardCode: string } | null {
  const province = country.provinces.find(({ NameExtension }) =>
    NameExtension.includes(String(input.to_province_name)),
  );
  const district = (country.districtsOf.get(province?.ProvinceID ?? 0) ?? []).find(({ NameExtension }) =>
    NameExtension.includes(String(input.to_district_name)),
  );
  const ward = (country.wardsOf.get(district?.DistrictID ?? 0) ?? []).find(({ NameExtension }) =>
    NameExtension.includes(String(input.to_ward_name)),
  );
  return district && ward ? { districtId: district.DistrictID, wardCode: ward.WardCode } : null;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** An address in the two levels in force since July 2025: names of province and ward, no district. */
function newRoute(country: Country, input: Input, form: string): Distance | Envelope {
  for (const [field, name] of [
    ["to_ward_name", "ToWardName"],
    ["to_province_name", "ToProvinceName"],
  ] as const)
    if (!isText(input[field])) return invalidField(`${form}.${name}`);
  // only the exact names of the lists are accepted
  const province = country.newUnits.provinces.find(({ name }) => name === input.to_province_name);
  if (!province) return failure(400, "Tỉnh thành không hợp lệ", "PROVINCE_IS_INVALID");
  const wards = country.newUnits.wardsOf.get(province._id) ?? [];
  return wards.some(({ name }) => name === input.to_ward_name)
    ? classes.sameRegion
    : failure(400, "Phường xã không hợp lệ", "WARD_IS_INVALID");
}

/** The route of a parcel, or the error response if there is none. */
function route(country: Country, input: Input, form: string): Distance | Envelope {
  if (input.is_new_to_address === true) return newRoute(country, input, form);
  const named = input.to_district_id === undefined && isText(input.to_ward_name);
  const place = named
    ? byNames(country, input)
    : { districtId: whole(input.to_district_id), wardCode: input.to_ward_code };
  if (!place) return failure(400, "Phường xã không hợp lệ", "WARD_IS_INVALID");
  if (place.districtId === null) return invalidField(`${form}.ToDistrictID`);
  if (typeof place.wardCode !== "string") return invalidField(`${form}.ToWardCode`);
  const found = distance(country, whole(input.from_district_id) ?? shopDistrictId, place.districtId);
  if (!found) return failure(400, "Không tìm thấy quận huyện", "DISTRICT_IS_INVALID");
  if (!wardIsIn(country, place.districtId, place.wardCode))
    return failure(400, "Phường xã không thuộc quận huyện", "WARD_IS_INVALID");
  return found;
}

export interface Price {
  serviceFee: number;
  insuranceFee: number;
  /** days of transit */
  days: number;
}

/** The fee of a parcel, or the error response if it is rejected. @param form the body's name in GHN's validation errors */
export function price(country: Country, input: Input, form: string): Price | Envelope {
  const way = route(country, input, form);
  if ("status" in way) return way;
  const service = whole(input.service_type_id) ?? whole(input.service_id);
  if (service === null) return invalidField(`${form}.ServiceTypeID`);
  const weight = whole(input.weight);
  if (weight === null || weight <= 0) return invalidField(`${form}.Weight`);
  const sides = [input.length, input.width, input.height].map((side) => whole(side ?? 0) ?? -1);
  if (weight > maxWeightG || sides.some((side) => side < 0 || side > maxSideCm))
    return invalidField(`${form}.Weight`, "max");
  const insured = whole(input.insurance_value ?? 0) ?? -1;
  if (insured < 0 || insured > maxInsured) return invalidField(`${form}.InsuranceValue`, "max");
  const extraSteps = Math.ceil(Math.max(0, chargedWeight(weight, sides) - 500) / 500);
  return {
    serviceFee: way.first + extraSteps * way.each + (service === heavyService ? heavySurcharge : 0),
    insuranceFee: insured > freeInsuranceUpTo ? Math.round((insured * insurancePerMille) / 1000) : 0,
    days: way.days,
  };
}

/** `POST v2/shipping-order/fee` */
export function fee(country: Country, input: Input): Envelope {
  const priced = price(country, input, "Fee");
  if ("status" in priced) return priced;
  const { serviceFee, insuranceFee } = priced;
  return success({
    total: serviceFee + insuranceFee,
    service_fee: serviceFee,
    insurance_fee: insuranceFee,
    pick_station_fee: 0,
    coupon_value: 0,
    r2s_fee: 0,
    return_again: 0,
    document_return: 0,
    double_check: 0,
    cod_fee: 0,
    pick_remote_areas_fee: 0,
    deliver_remote_areas_fee: 0,
    cod_failed_fee: 0,
  });
}

const daySeconds = 24 * 60 * 60;

/** `POST v2/shipping-order/leadtime`; times are unix seconds. */
export function leadtime(country: Country, input: Input, now: Date): Envelope {
  const way = route(country, input, "LeadTime");
  if ("status" in way) return way;
  const orderDate = Math.floor(now.getTime() / 1000);
  return success({ leadtime: orderDate + way.days * daySeconds, order_date: orderDate });
}
