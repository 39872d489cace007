/** Filters of the list of parcels that are set in a sheet, as in the address and in the request. Texts: `parcel_filters.<name>`. */
export const furtherFilters = [
  "step",
  "min_fee",
  "max_fee",
  "since_from",
  "since_to",
  "expected_from",
  "expected_to",
] as const;
export type FurtherFilter = (typeof furtherFilters)[number];
