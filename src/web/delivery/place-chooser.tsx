import { useRef, useState } from "react";
import { PlaceFields } from "#web/locations/place-fields.tsx";
import { rememberPlace } from "./place-memory.ts";
import { emptyLocation, isChosen, type SelectedLocation } from "#contract/selected-location.ts";

interface PlaceChooserProps {
  place: SelectedLocation | null;
  /** called once a ward is chosen */
  onChoose: (place: SelectedLocation) => void;
}

/** The ward of the delivery; chosen as soon as it is known. */
export default function PlaceChooser({ place, onChoose }: PlaceChooserProps) {
  const [edited, setEdited] = useState(place ?? emptyLocation);
  const closed = useRef(false);
  return (
    <PlaceFields
      place={edited}
      onChange={(next) => {
        setEdited(next);
        if (!isChosen(next)) return;
        // the names of a chosen ward in both schemes may come later
        if (closed.current) return rememberPlace(next);
        closed.current = true;
        onChoose(next);
      }}
    />
  );
}
