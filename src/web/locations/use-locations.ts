import { useQuery } from "@tanstack/react-query";
import type { StoreResult } from "#contract/client.ts";
import type { District, Province, Ward } from "#contract/location.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** One level of the address: its list and loading state. */
export interface LocationList<Row> {
  rows: readonly Row[];
  loading: boolean;
  failed: boolean;
  retry: () => void;
}

function useList<Wire, Row>(
  key: readonly unknown[],
  call: (() => Promise<StoreResult<{ data: Wire[] | null }>>) | null,
  shape: (wire: Wire) => Row,
): LocationList<Row> {
  const query = useQuery({
    queryKey: ["locations", ...key],
    queryFn: async () =>
      ((await unwrap(call?.() ?? Promise.reject(new Error("nothing to request")))).data ?? []).map(shape),
    enabled: call !== null,
    staleTime: dayMs,
    gcTime: dayMs,
  });
  return { rows: query.data ?? [], loading: query.isLoading, failed: query.isError, retry: () => void query.refetch() };
}

export type ProvinceRow = Province & { postcode: string };

/** The carrier's provinces, and the districts and wards of the current choice. */
export function useLocations(provinceId: number | null, districtId: number | null) {
  return {
    provinces: useList(
      ["provinces"],
      () => getApiClient().provinces(),
      (row): ProvinceRow => ({
        id: row.ProvinceID,
        name: row.ProvinceName,
        code: row.Code,
        postcode: row.postcode ?? "",
      }),
    ),
    districts: useList(
      ["districts", provinceId],
      provinceId === null ? null : () => getApiClient().districts(provinceId),
      (row): District => ({ id: row.DistrictID, name: row.DistrictName, provinceId: row.ProvinceID }),
    ),
    wards: useList(
      ["wards", districtId],
      districtId === null ? null : () => getApiClient().wards(districtId),
      (row): Ward => ({ id: row.WardCode, name: row.WardName, districtId: row.DistrictID }),
    ),
  };
}
