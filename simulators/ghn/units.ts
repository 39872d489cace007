import { getAllCommunes } from "vietnam-provinces-js/communes";
import { getAllDistricts } from "vietnam-provinces-js/districts";
import { getAllProvince } from "vietnam-provinces-js/provinces";
import { type NewUnits, readNewUnits } from "./new-units.ts";

export interface Province {
  ProvinceID: number;
  ProvinceName: string;
  CountryID: number;
  Code: string;
  NameExtension: string[];
  IsEnable: number;
  RegionID: number;
  CanUpdateCOD: boolean;
  Status: number;
}
export interface District {
  DistrictID: number;
  ProvinceID: number;
  DistrictName: string;
  Code: string;
  Type: number;
  SupportType: number;
  NameExtension: string[];
  CanUpdateCOD: boolean;
  Status: number;
}
export interface Ward {
  WardCode: string;
  DistrictID: number;
  WardName: string;
  NameExtension: string[];
  CanUpdateCOD: boolean;
  Status: number;
}

/** The whole country in GHN's rows, indexed as its endpoints need them. */
export interface Country {
  provinces: Province[];
  districtsOf: Map<number, District[]>;
  wardsOf: Map<number, Ward[]>;
  district: Map<number, District>;
  newUnits: NewUnits;
}

// GHN's numbers are its own and may not be redistributed: these are derived from the statistics office's codes
// (province 01 → 201, district 760 → 1760, ward 00001 → "00001"), so that they are the same on every start.
const provinceId = (code: string): number => 200 + Number(code);
const districtId = (code: string): number => 1000 + Number(code);

const firstCentral = 38;
const firstSouthern = 70;
/** 1 north, 2 centre, 3 south */
const regionOf = (code: string): number => (Number(code) < firstCentral ? 1 : Number(code) < firstSouthern ? 2 : 3);

/** "Quận Ba Đình" is also found as "Ba Đình". */
const otherNames = (name: string): string[] => [
  name,
  name.replace(/^(Thành phố|Tỉnh|Quận|Huyện|Thị xã|Phường|Xã|Thị trấn) /, ""),
];

/** Rows that GHN's own list carries for its testers; clients must filter them out. */
const testProvinces: Province[] = [
  { name: "Tỉnh Test", id: 298, enabled: 1, status: 1 },
  { name: "Hà Nội 02", id: 299, enabled: 0, status: 2 },
].map(({ name, id, enabled, status }) => ({
  ProvinceID: id,
  ProvinceName: name,
  CountryID: 1,
  Code: String(id),
  NameExtension: [name],
  IsEnable: enabled,
  RegionID: 3,
  CanUpdateCOD: false,
  Status: status,
}));

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Reads 63 provinces, 696 districts and 10,051 wards, as they were just before the reform of July 2025. */
export async function readCountry(): Promise<Country> {
  const [provinces, districts, communes] = await Promise.all([getAllProvince(), getAllDistricts(), getAllCommunes()]);
  const districtRows = districts.map(
    ({ idDistrict, idProvince, name }): District => ({
      DistrictID: districtId(idDistrict),
      ProvinceID: provinceId(idProvince),
      DistrictName: name,
      Code: idDistrict,
      Type: /^(Quận|Thành phố)/.test(name) ? 1 : 3,
      SupportType: 3,
      NameExtension: otherNames(name),
      CanUpdateCOD: false,
      Status: 1,
    }),
  );
  const ward = (code: string, district: string, name: string): Ward => ({
    WardCode: code,
    DistrictID: districtId(district),
    WardName: name,
    NameExtension: otherNames(name),
    CanUpdateCOD: false,
    Status: 1,
  });
  const wards = communes.map(({ idCommune, idDistrict, name }) => ward(idCommune, idDistrict, name));
  const settled = new Set(communes.map(({ idDistrict }) => idDistrict));
  // five island districts have no communes: the district itself is the destination
  const islands = districts
    .filter(({ idDistrict }) => !settled.has(idDistrict))
    .map(({ idDistrict, name }) => ward(`H${idDistrict}`, idDistrict, name));
  return {
    provinces: [
      ...provinces.map(({ idProvince, name }) => ({
        ProvinceID: provinceId(idProvince),
        ProvinceName: name,
        CountryID: 1,
        Code: idProvince,
        NameExtension: otherNames(name),
        IsEnable: 1,
        RegionID: regionOf(idProvince),
        CanUpdateCOD: false,
        Status: 1,
      })),
      ...testProvinces,
    ],
    districtsOf: grouped(districtRows, (row) => row.ProvinceID),
    wardsOf: grouped([...wards, ...islands], (row) => row.DistrictID),
    district: new Map(districtRows.map((row) => [row.DistrictID, row])),
    newUnits: await readNewUnits(),
  };
}
