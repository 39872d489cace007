import { useState } from "react";

const pauseMs = 1_500;

/** How far a picture is: asked for, failed and soon asked for once more, waiting for a connection, asked again, given up. */
export type Try = "first" | "pausing" | "offline" | "second" | "failed";

/** What failed once is tried once more: after a moment, or when there is a connection again. No effect: pages are full of pictures. */
export function useSecondTry(): { now: Try; fail: () => void } {
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
