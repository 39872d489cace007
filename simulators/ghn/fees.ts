import { type Envelope, failure, invalidField, success } from "./envelope.ts";
import { whole } from "./master-data.ts";
import type { Country } from "./units.ts";

type Input = Record<string, unknown>;

/** Where the shop hands its parcels over: Quận 1, Thành phố Hồ Chí Minh. */
const shopDistrictId = 1760;

/** What a class of distance costs, đồng: the first 500 g, and each 500 g begun after them; days on the road. */
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

/** The heavier of scale and volume; a gram for each 5 cm³. */
const chargedWeight = (weight: number, [length, width, height]: readonly number[]): number =>
  Math.max(weight, Math.ceil(((length ?? 0) * (width ?? 0) * (height ?? 0)) / 5));

const wardIsIn = (country: Country, districtId: number, wardCode: unknown): boolean =>
  (country.wardsOf.get(districtId) ?? []).some((ward) => ward.WardCode === wardCode);

/** The route of a parcel, or why there is none. */
function route(country: Country, input: Input): Distance | Envelope {
  const toDistrict = whole(input.to_district_id);
  if (toDistrict === null) return invalidField("Fee.ToDistrictID");
  if (typeof input.to_ward_code !== "string") return invalidField("Fee.ToWardCode");
  const found = distance(country, whole(input.from_district_id) ?? shopDistrictId, toDistrict);
  if (!found) return failure(400, "Không tìm thấy quận huyện", "DISTRICT_IS_INVALID");
  if (!wardIsIn(country, toDistrict, input.to_ward_code))
    return failure(400, "Phường xã không thuộc quận huyện", "WARD_IS_INVALID");
  return found;
}

/** `POST v2/shipping-order/fee` */
export function fee(country: Country, input: Input): Envelope {
  const way = route(country, input);
  if ("status" in way) return way;
  const service = whole(input.service_type_id) ?? whole(input.service_id);
  if (service === null) return invalidField("Fee.ServiceTypeID");
  const weight = whole(input.weight);
  if (weight === null || weight <= 0) return invalidField("Fee.Weight");
  const sides = [input.length, input.width, input.height].map((side) => whole(side ?? 0) ?? -1);
  if (weight > maxWeightG || sides.some((side) => side < 0 || side > maxSideCm))
    return invalidField("Fee.Weight", "max");
  const insured = whole(input.insurance_value ?? 0) ?? -1;
  if (insured < 0 || insured > maxInsured) return invalidField("Fee.InsuranceValue", "max");
  const extraSteps = Math.ceil(Math.max(0, chargedWeight(weight, sides) - 500) / 500);
  const serviceFee = way.first + extraSteps * way.each + (service === heavyService ? heavySurcharge : 0);
  const insuranceFee = insured > freeInsuranceUpTo ? Math.round((insured * insurancePerMille) / 1000) : 0;
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
  const way = route(country, input);
  if ("status" in way) return way;
  const orderDate = Math.floor(now.getTime() / 1000);
  return success({ leadtime: orderDate + way.days * daySeconds, order_date: orderDate });
}
