import { useRef, useState } from "react";
import { PlaceFields } from "#web/locations/place-fields.tsx";
import { rememberPlace, type RememberedPlace } from "./place-memory.ts";
import { emptyLocation, isChosen, type SelectedLocation } from "#contract/selected-location.ts";

interface PlaceChooserProps {
  place: RememberedPlace | null;
  /** called once, when a ward is chosen and remembered */
  onChosen: () => void;
}

/** The ward of the delivery; chosen as soon as it is known. */
export default function PlaceChooser({ place, onChosen }: PlaceChooserProps) {
  const [edited, setEdited] = useState<SelectedLocation>(place ?? emptyLocation);
  const postcode = useRef(place?.postcode ?? "");
  const closed = useRef(false);
  return (
    <PlaceFields
      place={edited}
      onChange={(next, code) => {
        setEdited(next);
        postcode.current = code ?? postcode.current;
        if (!isChosen(next)) return;
        rememberPlace({ ...next, postcode: postcode.current });
        // the names of a chosen ward in both schemes may come later
        if (!closed.current) onChosen();
        closed.current = true;
      }}
    />
  );
}
