import { useSyncExternalStore } from "react";
import { userStoragePrefix } from "#web/api/user-storage.ts";
import { emptyLocation, type SelectedLocation } from "#contract/selected-location.ts";

const key = `${userStoragePrefix}place`;
const listeners = new Set<() => void>();

/** what the browser has stored, parsed once, so that it is the same object until it changes */
let parsed: { text: string | null; place: SelectedLocation | null } = { text: null, place: null };
/** without storage the place lasts for this page view */
let unstored: string | null = null;

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unstored;
  }
}

function read(): SelectedLocation | null {
  const text = stored();
  if (text === parsed.text) return parsed.place;
  let place: SelectedLocation | null = null;
  try {
    const { provinceId, districtId, wardCode, ...names }: SelectedLocation = JSON.parse(text ?? "null");
    if (provinceId && districtId && wardCode) place = { ...emptyLocation, ...names, provinceId, districtId, wardCode };
  } catch {} // not ours: as if nothing was chosen
  parsed = { text, place };
  return place;
}

/** Remembers where the visitor wants the delivery: province, district and ward, no street. */
export function rememberPlace(place: SelectedLocation): void {
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

/** The remembered place; null on the server, during hydration, and until one is chosen. */
export const usePlace = (): SelectedLocation | null => useSyncExternalStore(subscribe, read, () => null);
