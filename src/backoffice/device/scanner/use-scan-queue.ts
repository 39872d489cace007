import { useEffect, useEffectEvent, useState } from "react";
import type { Action } from "#backoffice/api/use-action.ts";

/**
 * What the person has to see before the next code replaces it: a `notice` until the next scan, a `choice` until it is made. A failure is a
 * notice, too.
 */
export type ScanHold = "notice" | "choice" | null;

export interface ScanQueue {
  onCode: (code: string) => void;
  /** codes that were scanned and not looked up yet */
  waiting: number;
  hold: ScanHold;
  /** Runs the code that failed again; null if none did. */
  retry: (() => void) | null;
  /** Continues with the codes that wait. */
  skip: () => void;
}

/**
 * Runs an action for each scanned code, one after the other: a code that is scanned while the previous one is being sent waits for it
 * instead of being ignored, as a second tap on a button is. @param action its `run` returns undefined only if it failed
 * @param needed what the action's result needs from the person
 */
export function useScanQueue(
  { run, busy, error, reset }: Pick<Action<[string], unknown>, "run" | "busy" | "error" | "reset">,
  needed: ScanHold = null,
): ScanQueue {
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [last, setLast] = useState<string | null>(null);
  const hold = needed ?? (error ? "notice" : null);
  const runNext = useEffectEvent(async () => {
    const [code, ...further] = waiting;
    if (code === undefined) return;
    setWaiting(further);
    setLast(code);
    if ((await run(code)) !== undefined) setLast(null);
  });
  // after a render: the action's work sees what the previous scan changed
  useEffect(() => {
    if (!busy && hold === null && waiting.length > 0) void runNext();
  }, [busy, hold, waiting]);
  const onCode = (code: string) => {
    setWaiting((codes) => [...codes, code]);
    if (hold === "notice" && !busy) reset();
  };
  const retry = () => {
    if (last !== null) setWaiting((codes) => [last, ...codes]);
    reset();
  };
  return { onCode, waiting: waiting.length, hold, retry: error && last !== null ? retry : null, skip: reset };
}
