import { useEffect, useState, useSyncExternalStore } from "react";

const everyMs = 4000;
/** two minutes of visible time */
const timesAtMost = 30;

const subscribe = (changed: () => void): (() => void) => {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
};
const isVisible = () => document.visibilityState === "visible";
const onServer = () => true;

/**
 * Polls every few seconds while the page is visible, for two minutes in all.
 * @param poll must be the same function at every rendering
 * @returns whether polling has ended
 */
export function useStatusWatch(watching: boolean, ask: () => Promise<unknown>): boolean {
  const [asked, setAsked] = useState(0);
  const visible = useSyncExternalStore(subscribe, isVisible, onServer);
  const over = asked >= timesAtMost;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each poll starts the wait for the next
  useEffect(() => {
    if (!watching || over || !visible) return;
    const timer = setTimeout(() => void ask().finally(() => setAsked((before) => before + 1)), everyMs);
    return () => clearTimeout(timer);
  }, [watching, over, visible, asked, ask]);
  return watching && over;
}
