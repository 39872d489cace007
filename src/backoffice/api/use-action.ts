import { useRef, useState } from "react";
import { CallError } from "./call-error.ts";
import { newKey } from "./new-key.ts";

interface LastTry {
  input: string;
  key: string;
}

/** A write that a button starts. */
export interface Action<Args extends unknown[], T> {
  /** Does nothing while the previous one is in progress. @returns undefined if it failed: `error` has the reason */
  run(...args: Args): Promise<T | undefined>;
  busy: boolean;
  error: CallError | null;
  /** result of the last one that succeeded */
  result: T | null;
  /** Forgets result and error. */
  reset(): void;
}

const idle = { busy: false, error: null, result: null };

/**
 * Runs a write once at a time. `work` gets the `Idempotency-Key` to send: a new one for each action, and the same one if the person repeats
 * an action whose response did not arrive.
 */
export function useAction<Args extends unknown[], T>(
  work: (key: string, ...args: Args) => Promise<T>,
): Action<Args, T> {
  const [state, setState] = useState<Pick<Action<Args, T>, "busy" | "error" | "result">>(idle);
  const running = useRef(false);
  const lost = useRef<LastTry | null>(null);
  const run = async (...args: Args): Promise<T | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    const input = JSON.stringify(args);
    const key = lost.current?.input === input ? lost.current.key : newKey();
    setState({ busy: true, error: null, result: null });
    try {
      const result = await work(key, ...args);
      lost.current = null;
      setState({ busy: false, error: null, result });
      return result;
    } catch (error) {
      if (!(error instanceof CallError)) {
        setState(idle);
        throw error;
      }
      lost.current = error.mayPass ? { input, key } : null;
      setState({ busy: false, error, result: null });
      return undefined;
    } finally {
      running.current = false;
    }
  };
  return { ...state, run, reset: () => setState(idle) };
}
