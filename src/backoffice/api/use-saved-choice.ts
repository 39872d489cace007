import { useRef, useState } from "react";
import type { CallError } from "./call-error.ts";
import { useAction } from "./use-action.ts";

interface SavedChoice<T> {
  value: T;
  choose: (value: T) => void;
  error: CallError | null;
}

/**
 * A radio or a checkbox that is saved at once. A choice is shown from the tap until the record that is read after it was saved shows it, so that
 * the one before can be made again at once. The last choice counts, also one made while another is saved.
 * @param save writes a choice and reads the record again
 */
export function useSavedChoice<T>(saved: T, save: (value: T) => Promise<unknown>): SavedChoice<T> {
  const { run, error } = useAction((_key, value: T) => save(value));
  const [chosen, setChosen] = useState<[T] | null>(null);
  /** chosen and not saved yet */
  const wanted = useRef<[T] | null>(null);
  const isSaving = useRef(false);
  const choose = async (value: T) => {
    setChosen([value]);
    wanted.current = [value];
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      while (wanted.current) {
        const [next]: [T] = wanted.current;
        wanted.current = null;
        await run(next);
      }
    } finally {
      isSaving.current = false;
      setChosen(null);
    }
  };
  return { value: chosen ? chosen[0] : saved, choose: (value) => void choose(value), error };
}
