import { useSyncExternalStore } from "react";

const follow = (changed: () => void) => {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
};

/** Whether the browser has a connection; the server says yes. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );

/**
 * How links fetch their page ahead: when a finger or a mouse comes near, and never without a connection. The router
 * reloads the whole page when a part that it fetches ahead cannot be had, and would leave the browser's error page.
 */
export const usePrefetch = (): "intent" | "none" => (useOnline() ? "intent" : "none");
