import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * A value known only in the browser, such as the address. Server and hydration use `onServer`; a second rendering
 * happens only if the browser's value differs, since React does not time-slice it.
 * @param read must return the same value, by `Object.is`, until it changes
 */
export const useInBrowser = <T>(read: () => T, onServer: T): T => useSyncExternalStore(never, read, () => onServer);

const yes = () => true;

/** False on the server and during hydration, then true. */
export const useHydrated = (): boolean => useInBrowser(yes, false);
