import { useState } from "react";

const pauseMs = 1_500;

/** A picture's state: first load, waiting for the retry, waiting for a connection, retrying, failed. */
export type Try = "first" | "pausing" | "offline" | "second" | "failed";

/**
 * Retries a failed picture once: after a moment, or when the connection is back. Without an effect, since pages have
 * many pictures.
 */
export function useImageRetry(): { now: Try; fail: () => void } {
  const [now, setNow] = useState<Try>("first");
  const again = () => setNow((was) => (was === "pausing" || was === "offline" ? "second" : was));
  const fail = () => {
    if (now === "second") return setNow("failed");
    if (now !== "first") return;
    if (navigator.onLine) setTimeout(again, pauseMs);
    else addEventListener("online", again, { once: true });
    setNow(navigator.onLine ? "pausing" : "offline");
  };
  return { now, fail };
}
