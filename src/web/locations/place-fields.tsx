import { useState } from "react";
import { Skeleton } from "#design/skeleton.tsx";
import { useLazyComponent } from "#design/use-lazy-component.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { LocationSelects } from "./location-selects.tsx";
import type { PlaceFieldsProps } from "./place-fields-props.ts";

/**
 * The ward of an address: three selects, or the field of the setting `address_form` = `search`, which is loaded when it is
 * needed; without scripts, and if it cannot be loaded, the selects are in its place.
 */
export function PlaceFields({ street, ...selects }: PlaceFieldsProps) {
  const { addressSearch } = useSettings();
  const [failed, setFailed] = useState(false);
  const Search = useLazyComponent(
    () => import("./address-search.tsx"),
    addressSearch === true && !failed,
    () => setFailed(true),
  );
  if (!addressSearch || failed) return <LocationSelects {...selects} />;
  return (
    <div className="col-span-full">
      <noscript>
        <div className="grid gap-5 sm:grid-cols-3">
          <LocationSelects {...selects} />
        </div>
      </noscript>
      {Search ? <Search {...selects} street={street} /> : <Skeleton className="needs-scripts h-44 sm:h-39 lg:h-36" />}
    </div>
  );
}
