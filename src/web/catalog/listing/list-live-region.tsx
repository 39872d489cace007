import { useState } from "react";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { ListingFilter } from "#web/links/listing-filter.ts";
import { filterKey } from "./use-pending-filter.ts";

/** Announces the result of a sort or filter to screen readers; empty at first. */
export function ListLiveRegion({ filter, total }: { filter: ListingFilter; total: number | null }) {
  const t = useTexts();
  const key = filterKey(filter);
  const [first] = useState(key);
  const [changed, setChanged] = useState(false);
  if (!changed && key !== first) setChanged(true);
  const { sort } = filter;
  const sorted =
    sort &&
    t("a11y.sorted_by", {
      field: t(`listing.${sort.field}`).toLowerCase(),
      direction: t(sort.direction === "ASC" ? "listing.sort_asc" : "listing.sort_desc").toLowerCase(),
    });
  const found = total !== null && t("a11y.results_updated", { count: total });
  return (
    <p role="status" className="sr-only">
      {changed && [found, sorted].filter(Boolean).join(". ")}
    </p>
  );
}
