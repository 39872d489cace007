import type { LocationSelectsProps } from "./location-selects.tsx";

export interface PlaceFieldsProps extends LocationSelectsProps {
  /** the field with the street above it: names of wards in it are offered, and a street that was typed below is moved into it */
  street?: { value: string; fill: (line: string) => void } | undefined;
}
