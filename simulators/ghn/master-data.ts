import { type Envelope, invalidField, success } from "./envelope.ts";
import { whole } from "./numbers.ts";
import type { Country } from "./units.ts";

type Input = Record<string, unknown>;

/** GHN returns null for an empty list. */
const list = (rows: readonly unknown[] | undefined): Envelope => success(rows && rows.length > 0 ? rows : null);

export const provinces = (country: Country): Envelope => list(country.provinces);

export function districts(country: Country, input: Input): Envelope {
  if (input.province_id === undefined) return list([...country.district.values()]);
  const id = whole(input.province_id);
  return id === null ? invalidField("DistrictRequest.ProvinceID", "number") : list(country.districtsOf.get(id));
}

export function wards(country: Country, input: Input): Envelope {
  if (input.district_id === undefined) return invalidField("WardRequest.DistrictID");
  const id = whole(input.district_id);
  return id === null ? invalidField("WardRequest.DistrictID", "number") : list(country.wardsOf.get(id));
}
