import { useEffect, useEffectEvent } from "react";

/** A scanner types faster than a person: a longer pause starts a new burst. */
const maxPauseMs = 100;
const minLength = 3;

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])"));

/** Number of receivers of screens; while there is one, the frame receives nothing. */
let screenReceivers = 0;

/**
 * Reads a hand scanner in keyboard mode: a burst of keystrokes that ends with Enter is a code, wherever the focus is except in a text
 * field. Its keys reach no button and no shortcut.
 * @param background receives codes only while no screen does
 */
export function useHandScanner(onCode: (code: string) => void, enabled = true, background = false): void {
  const report = useEffectEvent(onCode);
  useEffect(() => {
    if (!enabled || background) return;
    screenReceivers++;
    return () => {
      screenReceivers--;
    };
  }, [enabled, background]);
  useEffect(() => {
    if (!enabled) return;
    let burst = "";
    let lastAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (background && screenReceivers > 0) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTextField(event.target)) return;
      if (event.timeStamp - lastAt > maxPauseMs) burst = "";
      lastAt = event.timeStamp;
      const isEnd = event.key === "Enter" && burst.length >= minLength;
      if (event.key.length === 1) burst += event.key;
      if (isEnd || burst.length > 1) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (!isEnd) return;
      const code = burst.trim();
      burst = "";
      report(code);
    };
    // before the focused button or a shortcut gets the key
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [enabled, background]);
}
