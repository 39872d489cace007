import { getAllCommunes } from "vietnam-provinces-js/communes";
import { getAllDistricts } from "vietnam-provinces-js/districts";
import { getAllProvince } from "vietnam-provinces-js/provinces";
import type { GhnDistrict, GhnProvince, GhnWard } from "#contract/location.ts";
import { bareName } from "./unit-names.ts";

/** The country without a carrier: 63 provinces, 696 districts, 10,051 wards, as they were before July 2025. */
export interface BundledUnits {
  provinces: readonly GhnProvince[];
  districtsOf: ReadonlyMap<number, readonly GhnDistrict[]>;
  wardsOf: ReadonlyMap<number, readonly GhnWard[]>;
  /** id of the province with this bare name */
  provinceNamed: ReadonlyMap<string, number>;
}

// Ranges that no carrier's numbers reach, so that a bundled district is never taken for one of the carrier's.
const provinceId = (code: string): number => 900_000 + Number(code);
const firstDistrictId = 910_000;
const districtId = (code: string): number => firstDistrictId + Number(code);

/** An address that was chosen while no carrier's lists could be had: its numbers mean nothing to a carrier, its names do. */
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
  // five island districts have no communes any more; there the district is the address
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
/** Read at first need: 10,000 rows that a shop with a carrier may never ask for. */
export const bundledUnits = (): Promise<BundledUnits> => {
  units ??= read();
  return units;
};
