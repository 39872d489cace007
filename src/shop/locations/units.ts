import { z } from "zod";
import { Identifier, lenient, WholeNumber } from "#contract/lenient.ts";
import type { GhnDistrict, GhnProvince, GhnWard } from "#contract/location.ts";
import { CarrierError, requestCarrier } from "#shop/ghn/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { bundledUnits } from "./bundled-units.ts";
import { AddressCache } from "./address-cache.ts";
import { postcodeOf } from "./postcodes.ts";
import { bareName, byName } from "./unit-names.ts";

/** Fields that mark a row as one of the carrier's test entries. */
const TrialRow = z.object({ IsEnable: lenient(WholeNumber), Status: lenient(WholeNumber) });
const disabledStatus = 2;

/* The carrier's rows. The id of the unit above is known from the request, and a province's code is optional. */
const ProvinceRow = z.object({ ProvinceID: WholeNumber, ProvinceName: z.string().min(1), Code: Identifier.catch("") });
const districtRow = (ProvinceID: number) => () =>
  z
    .object({ DistrictID: WholeNumber, DistrictName: z.string().min(1) })
    .transform((row): GhnDistrict => ({ ...row, ProvinceID }));
const wardRow = (DistrictID: number) => () =>
  z.object({ WardCode: Identifier, WardName: z.string().min(1) }).transform((row): GhnWard => ({ ...row, DistrictID }));

const isTrial = (row: unknown, name: string): boolean => {
  const marks = TrialRow.safeParse(row);
  return (
    /\btest\b/i.test(name) || (marks.success && (marks.data.IsEnable === 0 || marks.data.Status === disabledStatus))
  );
};

/**
 * Fetches one list, with the needed fields only and without test entries. Invalid rows are logged and skipped. @throws
 * CarrierError if all are invalid
 */
const fetchList =
  <Row>(shop: AppContext, path: string, schemaOf: () => z.ZodType<Row>, nameOf: (row: Row) => string) =>
  async (): Promise<readonly Row[] | null> => {
    const schema = schemaOf();
    const data = await requestCarrier(shop, path).catch((error: unknown) => {
      // a list that the carrier rejects is treated as missing
      if (error instanceof CarrierError && error.isRejection) return null;
      throw error;
    });
    const items: readonly unknown[] = data === null || data === undefined ? [] : Array.isArray(data) ? data : [data];
    const read = items.map((item) => ({ item, row: schema.safeParse(item).data }));
    const invalid = read.filter(({ row }) => row === undefined).length;
    if (invalid > 0) shop.log.warn({ path: path.split("?")[0], invalid, rows: items.length }, "invalid carrier rows");
    if (invalid > 0 && invalid === read.length) throw new CarrierError("invalid rows in carrier response");
    const rows = read.flatMap(({ item, row }) => (row === undefined || isTrial(item, nameOf(row)) ? [] : [row]));
    return rows.length === 0 ? null : sorted(rows, nameOf);
  };

const addressCache = new WeakMap<AppContext, AddressCache>();

/**
 * One of the carrier's lists, cached for a day; null without a carrier, or if it has no such list.
 * @param schemaOf makes the schema of a row, only when the list is fetched
 */
export function carrierList<Row>(
  shop: AppContext,
  path: string,
  schemaOf: () => z.ZodType<Row>,
  nameOf: (row: Row) => string,
): Promise<readonly Row[] | null> {
  if (!shop.config.ghn) return Promise.resolve(null);
  const lists = addressCache.get(shop) ?? new AddressCache(shop, shop.config.ghn.apiUrl);
  addressCache.set(shop, lists);
  return lists.list(path, fetchList(shop, path, schemaOf, nameOf));
}

const sortedLists = new WeakMap<readonly unknown[], readonly unknown[]>();
/** Caches the sorted list: locale-aware comparison is slow. */
function sorted<Row>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Row[] {
  const known = sortedLists.get(rows) ?? rows.toSorted((one, other) => byName(nameOf(one), nameOf(other)));
  sortedLists.set(rows, known);
  return known as readonly Row[];
}
const provinceName = (row: GhnProvince): string => row.ProvinceName;
const districtName = (row: GhnDistrict): string => row.DistrictName;
const wardName = (row: GhnWard): string => row.WardName;

const withPostcode = (row: GhnProvince): GhnProvince => {
  const postcode = postcodeOf(row.ProvinceName);
  return postcode ? { ...row, postcode } : row;
};

const carrierProvinces = (shop: AppContext): Promise<readonly GhnProvince[] | null> =>
  carrierList(shop, "master-data/province", () => ProvinceRow, provinceName);

const listsWithPostcodes = new WeakMap<readonly GhnProvince[], readonly GhnProvince[]>();
/** All provinces with their default postcodes: the carrier's, else the bundled ones. */
export async function provinces(shop: AppContext): Promise<readonly GhnProvince[]> {
  const rows = (await carrierProvinces(shop)) ?? sorted((await bundledUnits()).provinces, provinceName);
  const known = listsWithPostcodes.get(rows) ?? rows.map(withPostcode);
  listsWithPostcodes.set(rows, known);
  return known;
}

/** The bundled districts of a province, found by its bundled id or, for one of the carrier's, by name. */
export async function bundledDistricts(shop: AppContext, provinceId: number): Promise<readonly GhnDistrict[]> {
  const bundled = await bundledUnits();
  const own = bundled.districtsOf.get(provinceId);
  if (own) return own;
  const province = (await carrierProvinces(shop))?.find((row) => row.ProvinceID === provinceId);
  const sameName = province && bundled.provinceNamed.get(bareName(province.ProvinceName));
  return (bundled.districtsOf.get(sameName ?? 0) ?? []).map((row) => ({ ...row, ProvinceID: provinceId }));
}

/** Districts of a province, [] for an unknown one. */
export async function districts(shop: AppContext, provinceId: number): Promise<readonly GhnDistrict[]> {
  const path = `master-data/district?province_id=${provinceId}`;
  const rows = await carrierList(shop, path, districtRow(provinceId), districtName);
  return rows ?? sorted(await bundledDistricts(shop, provinceId), districtName);
}

export const bundledWards = async (districtId: number): Promise<readonly GhnWard[]> =>
  (await bundledUnits()).wardsOf.get(districtId) ?? [];

/** Wards of a district, [] for an unknown one. */
export async function wards(shop: AppContext, districtId: number): Promise<readonly GhnWard[]> {
  const rows = await carrierList(shop, `master-data/ward?district_id=${districtId}`, wardRow(districtId), wardName);
  return rows ?? sorted(await bundledWards(districtId), wardName);
}
