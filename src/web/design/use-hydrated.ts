import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and at hydration, true from then on: for what only the browser knows, such as its address. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
