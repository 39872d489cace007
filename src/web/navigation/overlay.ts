import { useEffect, useState } from "react";
import { type NavigateOptions, type To, useLocation, useNavigate } from "react-router";

/**
 * What is open over the page (panel, dialog, full screen) has a history entry of its own, so that Back closes it and
 * the page stays. One is open at a time: another takes over the entry.
 */
const stateKey = "overlay";
const isOverlayEntry = (state: unknown): boolean => typeof state === "object" && state !== null && stateKey in state;

const indexOf = (state: { idx?: number } | null): number | undefined => state?.idx;

interface OpenOverlay {
  dismiss: () => void;
  /** the router's index of the page's history entry, below the overlay's */
  page: number | undefined;
}

let current: OpenOverlay | null = null;
let closing: { done: Promise<void>; finish: () => void } | null = null;

/** @param dismiss hides the overlay: called once, by Back, closing, navigation or another overlay */
export function openOverlay(dismiss: () => void): void {
  const before = current;
  current = { dismiss, page: indexOf(history.state) };
  // another takes over the entry of the open one
  if (!isOverlayEntry(history.state)) history.pushState({ ...history.state, [stateKey]: true }, "");
  before?.dismiss();
}

function dismissOverlay(): void {
  const dismissed = current;
  current = null;
  dismissed?.dismiss();
  closing?.finish();
  closing = null;
}

/** Goes one step back, which closes the overlay; resolves when it is closed, at once without one. */
export function closeOverlay(): Promise<void> {
  if (!current) return Promise.resolve();
  if (!isOverlayEntry(history.state)) {
    dismissOverlay();
    return Promise.resolve();
  }
  if (!closing) {
    let finish = () => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    closing = { done, finish };
    history.back();
  }
  return closing.done;
}

/** State of an overlay of one component; `dismiss` in `openOverlay` is setting it to false. */
export function useOverlay(): { open: boolean; show: () => void } {
  const [open, setOpen] = useState(false);
  const show = () => {
    openOverlay(() => setOpen(false));
    setOpen(true);
  };
  return { open, show };
}

/** Navigation that closes what is open first: Back then leads to the page below it. */
export function useGo(): (to: To, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  return async (to, options) => {
    await closeOverlay();
    await navigate(to, options);
  };
}

function handlePopState(event: PopStateEvent): void {
  if (isOverlayEntry(event.state)) {
    // Forward, to the entry of a closed overlay
    if (!current) history.back();
    return;
  }
  if (!current) return;
  // the router would reload the page that has been there all the time
  if (indexOf(event.state) === current.page) event.stopImmediatePropagation();
  dismissOverlay();
}

/**
 * Called before the router starts: a window calls its listeners in the order of registration, also those for capture. Resolves when
 * the router may start: a Back during hydration would change the page that React compares with the server's.
 */
export async function listenForBack(): Promise<void> {
  addEventListener("popstate", handlePopState);
  // loaded at the entry of an overlay, as by a reload or a return from another site: it is no longer open
  if (!isOverlayEntry(history.state)) return;
  const left = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
  history.back();
  // the browser may have dropped the entry below
  if (window.navigation?.canGoBack ?? history.length > 1) await left;
}

/** Used once, by the layout: closes what is open when another page is shown. */
export function useCloseOnAnotherPage(): void {
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each navigation; a click during hydration may have opened one
  useEffect(() => {
    if (current && !isOverlayEntry(history.state)) dismissOverlay();
  }, [pathname, search]);
}
