import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 20;
const windowMs = 1_000;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
let medianMs = 0;
let sinceMs = 0;

/**
 * Median delay of the event loop over the last second or so: a single long turn (a first render, a query of the
 * embedded database) is no overload, a second full of them is.
 */
export function eventLoopDelayMs(): number {
  const now = performance.now();
  if (sinceMs === 0) {
    delays.enable();
    sinceMs = now;
  } else if (now - sinceMs > windowMs) {
    medianMs = delays.count > 0 ? Math.max(0, delays.percentile(50) / 1e6 - resolutionMs) : 0;
    delays.reset();
    sinceMs = now;
  }
  return medianMs;
}
