import { useSyncExternalStore } from "react";
import { useSettings } from "#web/i18n/settings.ts";
import { userStoragePrefix } from "#web/api/user-storage.ts";
import { emptyLocation, hasSearchedWard, isChosen, type SelectedLocation } from "#contract/selected-location.ts";

/** A place with the postcode that its choice has brought. */
export interface RememberedPlace extends SelectedLocation {
  postcode?: string | undefined;
}

const key = `${userStoragePrefix}place`;
const listeners = new Set<() => void>();

/** what the browser has stored, parsed once, so that it is the same object until it changes */
let parsed: { text: string | null; place: RememberedPlace | null } = { text: null, place: null };
/** without storage the place lasts for this page view */
let unstored: string | null = null;

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unstored;
  }
}

function read(): RememberedPlace | null {
  const text = stored();
  if (text === parsed.text) return parsed.place;
  let place: RememberedPlace | null = null;
  try {
    const stored: RememberedPlace = { ...emptyLocation, ...JSON.parse(text ?? "null") };
    if (isChosen(stored)) place = stored;
  } catch {} // not ours: as if nothing was chosen
  parsed = { text, place };
  return place;
}

/** Remembers where the visitor wants the delivery: province, district and ward, no street. */
export function rememberPlace(place: RememberedPlace): void {
  unstored = JSON.stringify(place);
  try {
    localStorage.setItem(key, unstored);
  } catch {} // see above
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
};

/**
 * The remembered place; null on the server, during hydration, and until one is chosen. A ward that was searched counts only while
 * addresses are searched.
 */
export function usePlace(): RememberedPlace | null {
  const { addressSearch } = useSettings();
  const place = useSyncExternalStore(subscribe, read, () => null);
  return place && (addressSearch || !hasSearchedWard(place.searched)) ? place : null;
}
