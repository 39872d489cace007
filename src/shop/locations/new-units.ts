import { z } from "zod";
import { WholeNumber } from "#contract/lenient.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { carrierList } from "./units.ts";

/** A province or ward since July 2025 in the carrier's own list: its name there is the one that its requests need. */
export interface CarrierUnit {
  id: number;
  name: string;
}

const active = 1;
const UnitRow = z
  .object({ _id: WholeNumber, name: z.string().min(1), status: WholeNumber.catch(active) })
  .transform(({ _id: id, name, status }) => ({ id, name, status }));

const listOf = async (shop: AppContext, path: string): Promise<CarrierUnit[]> => {
  const rows = await carrierList(
    shop,
    path,
    () => UnitRow,
    ({ name }) => name,
  );
  return (rows ?? []).filter(({ status }) => status === active).map(({ id, name }) => ({ id, name }));
};

// a page has up to 200 rows, and the largest province 168 wards
const page = "offset=0&limit=200";

/** The carrier's provinces since July 2025, [] without a carrier or if it has no such list. */
export const carrierProvincesSince2025 = (shop: AppContext): Promise<CarrierUnit[]> =>
  listOf(shop, `v3/master-data/province/all?${page}`);

export const carrierWardsSince2025 = (shop: AppContext, provinceId: number): Promise<CarrierUnit[]> =>
  listOf(shop, `v3/master-data/ward/all-by-province-id?province_id=${provinceId}&${page}`);
