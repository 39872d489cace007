import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * What only the browser knows, such as its address. Server and hydration have `onServer`; where the browser knows nothing
 * else, nothing is rendered a second time: that second rendering is one that React does not cut into slices.
 * @param read answers the same, by `Object.is`, until it is read for another rendering
 */
export const useInBrowser = <T>(read: () => T, onServer: T): T => useSyncExternalStore(never, read, () => onServer);

const yes = () => true;

/** False on the server and at hydration, true from then on. */
export const useHydrated = (): boolean => useInBrowser(yes, false);
