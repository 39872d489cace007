import { useEffect, useLayoutEffect, useRef } from "react";

interface ListKeys {
  /** moves to the next row, or the previous one */
  move: (by: 1 | -1) => void;
  open: () => void;
  toggle: () => void;
}

/** Whether the focused element handles the keys: a text field or a dialog. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null);

/** Shortcuts of a list: J and K move, Enter opens, X selects. None of them works while text is typed. */
export function useListKeys(keys: ListKeys): void {
  const current = useRef(keys);
  // before the next key, however soon it follows
  useLayoutEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      const { move, open, toggle } = current.current;
      const isButton = event.target instanceof HTMLElement && event.target.closest("a, button") !== null;
      const actions: Record<string, () => void> = {
        j: () => move(1),
        k: () => move(-1),
        x: toggle,
        // Enter activates a focused link or button
        ...(isButton ? {} : { enter: open }),
      };
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
