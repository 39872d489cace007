/** A toast reports an event. Form errors and persistent failures are shown on the page instead. */
export interface Toast {
  kind: "success" | "error";
  text: string;
}

type ToastListener = (toast: Toast) => void;
let listener: ToastListener | null = null;
let wake: (() => void) | null = null;
const early: Toast[] = [];

/** Shows a toast at the top right for two seconds. The toaster itself is loaded with the first one. */
export function toast(kind: Toast["kind"], text: string): void {
  const next = { kind, text };
  if (listener) listener(next);
  else {
    early.push(next);
    wake?.();
  }
}

const storageKey = "toast";

/** Shows a success when the next page of this tab is loaded: for actions that end with loading one in full. */
export function toastAfterLoad(text: string): void {
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {} // without storage the new page itself shows the outcome
}

/** Queues the toast that the previous page has left. */
function takeStored(): void {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (text) early.push({ kind: "success", text });
  } catch {} // as above
}

/** For the toaster only: also receives the toasts queued before it was loaded. */
export function listenToToasts(take: ToastListener): () => void {
  listener = take;
  for (const waiting of early.splice(0)) take(waiting);
  return () => {
    listener = null;
  };
}

/** For the component that loads the toaster: called once the first toast is queued. */
export function onFirstToast(load: () => void): () => void {
  wake = load;
  takeStored();
  if (early.length > 0) load();
  return () => {
    wake = null;
  };
}
