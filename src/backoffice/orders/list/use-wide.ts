import { useSyncExternalStore } from "react";

/** From here a list and one of its records are side by side. */
const query = "(min-width: 1280px)";

const subscribe = (changed: () => void): (() => void) => {
  const media = matchMedia(query);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
};

/** Whether the window is wide enough for a list with one of its records next to it. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches);
