import { useEffect } from "react";

/** A row with the focus, and its place in the list. */
interface FocusedRow {
  row: Element;
  list: Element;
  place: number;
}

const focusable = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)";

/** The row of an element; null outside of lists, and in a dialog, which returns the focus to the row that opened it. */
function rowOf(element: Element): FocusedRow | null {
  const row = element.closest("dialog") ? null : element.closest("main li, main tr");
  const list = row?.parentElement;
  return row && list ? { row, list, place: [...list.children].indexOf(row) } : null;
}

/** The first control of the row that has taken its place, else of the one before it; without any row the screen's heading. */
function controlAt({ list, place }: FocusedRow): HTMLElement | null {
  const rows = list.isConnected ? [...list.children] : [];
  const next = rows[Math.min(place, rows.length - 1)];
  return next?.querySelector<HTMLElement>(focusable) ?? document.querySelector<HTMLElement>("main h1");
}

/** After the row with the focus has disappeared from a list, the focus is on the next row: keyboards and screen readers continue there. */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let focused: FocusedRow | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest("dialog")) focused = rowOf(target);
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.row.isConnected || document.activeElement !== document.body) return;
      const control = controlAt(focused);
      focused = null;
      control?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, []);
}
