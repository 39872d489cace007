import { bareName, type DistrictSnapshot, postcodeOf } from "#shop/locations/index.ts";
import type { DeliveryZone } from "./promise-settings.ts";
import type { PromiseGroup } from "./transit.ts";

/** A destination as the promise needs it. */
interface PromiseDestination {
  zone: DeliveryZone;
  /** from the smallest to the largest */
  groups: readonly [district: PromiseGroup, province: PromiseGroup, region: PromiseGroup];
}

/** Names of the thirteen special zones of 2025, and of the districts that they were. */
const islands: ReadonlySet<string> = new Set([
  ...["van don", "co to", "cat hai", "bach long vi", "con co", "ly son", "hoang sa", "truong sa", "phu quy"],
  ...["con dao", "phu quoc", "tho chau", "kien hai"],
]);

const city = "ho chi minh";
/** Numbered and named urban districts; the others of the city are rural. */
const urban = /^(Quận |Thành phố Thủ Đức)/;

/** The first of the postcodes of the central provinces, and the first of the southern ones. */
const [central, southern] = ["40000", "67000"] as const;

/** Provinces are numbered from north to south by their postcodes. */
function regionOf(provinceName: string): string {
  const postcode = postcodeOf(provinceName);
  if (postcode === undefined) return "other";
  return postcode < central ? "north" : postcode < southern ? "centre" : "south";
}

/** The groups and the zone of a district. @param newWard a new ward of several districts, which is a group of its own */
export function destinationOf({
  districtId,
  districtName,
  provinceId,
  provinceName,
  newWard,
}: DistrictSnapshot & { newWard?: string | null }): PromiseDestination {
  const isInner = bareName(provinceName) === city && urban.test(districtName);
  return {
    zone: islands.has(bareName(districtName)) ? "islands" : isInner ? "inner" : "elsewhere",
    groups: [
      newWard ? `ward:${newWard}` : `district:${districtId}`,
      `province:${provinceId}`,
      `region:${regionOf(provinceName)}`,
    ],
  };
}
