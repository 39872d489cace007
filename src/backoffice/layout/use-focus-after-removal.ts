import { useEffect } from "react";

/** A row with the focus, and its place in the list. */
interface FocusedRow {
  row: Element;
  list: Element;
  place: number;
  /** of the screen or the record next to its list that has the row */
  heading: HTMLElement | null;
}

/** The nearest heading above an element: a list that a record hides has one too. */
function headingOf(element: Element): HTMLElement | null {
  const heading = element.querySelector<HTMLElement>(":is(h1, h2)[tabindex]");
  return heading ?? (element.parentElement && headingOf(element.parentElement));
}

const focusable = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)";

/** The row of an element; null outside of lists, and in a dialog, which returns the focus to the row that opened it. */
function rowOf(element: Element): FocusedRow | null {
  const row = element.closest("dialog") ? null : element.closest("main li, main tr");
  const list = row?.parentElement;
  return row && list ? { row, list, place: [...list.children].indexOf(row), heading: headingOf(row) } : null;
}

/** The first control of the row that has taken its place, else of the one before it; without any row the heading. */
function controlAt({ list, place, heading }: FocusedRow): HTMLElement | null {
  const rows = list.isConnected ? [...list.children] : [];
  const next = rows[Math.min(place, rows.length - 1)];
  const headings = [heading, ...document.querySelectorAll<HTMLElement>("main h1")];
  return (
    next?.querySelector<HTMLElement>(focusable) ??
    headings.find((one) => one?.isConnected && one.checkVisibility()) ??
    null
  );
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
