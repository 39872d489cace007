import { getAllCommunes } from "vietnam-provinces-js/communes";
import { getAllDistricts } from "vietnam-provinces-js/districts";
import { getAllProvince } from "vietnam-provinces-js/provinces";
import type { GhnDistrict, GhnProvince, GhnWard } from "#contract/location.ts";
import { bareName } from "./unit-names.ts";

/** The country without a carrier: 63 provinces, 696 districts, 10,051 wards, as before July 2025. */
export interface BundledUnits {
  provinces: readonly GhnProvince[];
  districtsOf: ReadonlyMap<number, readonly GhnDistrict[]>;
  wardsOf: ReadonlyMap<number, readonly GhnWard[]>;
  /** province id by normalized name */
  provinceNamed: ReadonlyMap<string, number>;
}

// Beyond the range of the carrier's ids, so that a bundled district is never taken for one of the carrier's.
const provinceId = (code: string): number => 900_000 + Number(code);
const firstDistrictId = 910_000;
const districtId = (code: string): number => firstDistrictId + Number(code);

/** The bundled ids of the codes of the statistics office. */
export const bundledIds = (codes: { province: string; district: string }) => ({
  provinceId: provinceId(codes.province),
  districtId: districtId(codes.district),
});

/** An address selected while the carrier's lists were unavailable: its ids mean nothing to a carrier, its names do. */
export const isBundledDistrict = (id: number): boolean => id >= firstDistrictId && id < firstDistrictId + 1000;

async function read(): Promise<BundledUnits> {
  const [provinces, districts, communes] = await Promise.all([getAllProvince(), getAllDistricts(), getAllCommunes()]);
  const districtRows = districts.map(
    (row): GhnDistrict => ({
      DistrictID: districtId(row.idDistrict),
      ProvinceID: provinceId(row.idProvince),
      DistrictName: row.name,
    }),
  );
  const wards = communes.map(
    (row): GhnWard => ({
      WardCode: row.idCommune,
      DistrictID: districtId(row.idDistrict),
      WardName: row.name,
    }),
  );
  const withWards = new Set(communes.map((row) => row.idDistrict));
  // five island districts have no communes any more; there the district itself is the ward
  const islands = districts
    .filter((row) => !withWards.has(row.idDistrict))
    .map(
      (row): GhnWard => ({
        WardCode: `H${row.idDistrict}`,
        DistrictID: districtId(row.idDistrict),
        WardName: row.name,
      }),
    );
  return {
    provinces: provinces.map((row) => ({
      ProvinceID: provinceId(row.idProvince),
      ProvinceName: row.name,
      Code: row.idProvince,
    })),
    districtsOf: Map.groupBy(districtRows, (row) => row.ProvinceID),
    wardsOf: Map.groupBy([...wards, ...islands], (row) => row.DistrictID),
    provinceNamed: new Map(provinces.map((row) => [bareName(row.name), provinceId(row.idProvince)])),
  };
}

let units: Promise<BundledUnits> | undefined;
/** Loaded lazily: 10,000 rows that a shop with a carrier may never need. */
export const bundledUnits = (): Promise<BundledUnits> => {
  units ??= read();
  return units;
};
