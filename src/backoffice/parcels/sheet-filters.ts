/** Filters of the list of parcels that are set in a sheet, as in the address and in the request. Texts: `parcel_filters.<name>`. */
export const sheetFilters = [
  "carrier",
  "cod",
  "step",
  "min_cod",
  "max_cod",
  "min_fee",
  "max_fee",
  "since_from",
  "since_to",
  "expected_from",
  "expected_to",
] as const;
export type SheetFilter = (typeof sheetFilters)[number];
