import { useState } from "react";
import { LocationSelects } from "#web/locations/location-selects.tsx";
import { emptyLocation, type SelectedLocation } from "#contract/selected-location.ts";

interface PlaceChooserProps {
  place: SelectedLocation | null;
  /** called once a ward is chosen */
  onChoose: (place: SelectedLocation) => void;
}

/** Province, district and ward of the delivery; chosen as soon as all three are. */
export default function PlaceChooser({ place, onChoose }: PlaceChooserProps) {
  const [edited, setEdited] = useState(place ?? emptyLocation);
  return (
    <LocationSelects
      place={edited}
      onChange={(next) => {
        setEdited(next);
        if (next.wardCode !== "") onChoose(next);
      }}
    />
  );
}
