import { useEffect, useEffectEvent, useState } from "react";
import type { Action } from "#backoffice/api/use-action.ts";

/**
 * Runs an action for each scanned code, one after the other: a code that is scanned while the previous one is being sent waits for it
 * instead of being ignored, as a second tap on a button is.
 */
export function useScanQueue({ run, busy }: Pick<Action<[string], unknown>, "run" | "busy">): (code: string) => void {
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const runNext = useEffectEvent(() => {
    const [code, ...further] = waiting;
    if (code === undefined) return;
    setWaiting(further);
    void run(code);
  });
  // after a render: the action's work sees what the previous scan changed
  useEffect(() => {
    if (!busy && waiting.length > 0) runNext();
  }, [busy, waiting]);
  return (code) => setWaiting((codes) => [...codes, code]);
}
