// What the worker uses of its world. TypeScript's own description of workers cannot stand beside that of pages.
export interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** the page that the browser asked for while the worker woke up */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
export interface MessageToWorker extends ExtendableEvent {
  readonly data: unknown;
}
interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: MessageToWorker;
}
interface WorkerScope {
  addEventListener<Name extends keyof WorkerEvents>(name: Name, hear: (event: WorkerEvents[Name]) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
}

export const worker = globalThis as unknown as WorkerScope;

// put there by the build, see worker-plugin.ts
declare const __STAMP__: string;
declare const __PARTS__: readonly string[];
/** tells one build of the storefront from another */
export const stamp = __STAMP__;
/** addresses of the scripts that a page loads late and that must be there without a connection */
export const lateParts = __PARTS__;
