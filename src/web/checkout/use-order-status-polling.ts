import { useEffect, useState, useSyncExternalStore } from "react";

const everyMs = 4000;
/** two minutes of visible time */
const maxPolls = 30;

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
export function useOrderStatusPolling(watching: boolean, poll: () => Promise<unknown>): boolean {
  const [polls, setPolls] = useState(0);
  const visible = useSyncExternalStore(subscribe, isVisible, onServer);
  const ended = polls >= maxPolls;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each poll starts the wait for the next
  useEffect(() => {
    if (!watching || ended || !visible) return;
    const timer = setTimeout(() => void poll().finally(() => setPolls((before) => before + 1)), everyMs);
    return () => clearTimeout(timer);
  }, [watching, ended, visible, polls, poll]);
  return watching && ended;
}
