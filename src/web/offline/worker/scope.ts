// The parts of the worker scope that are used. TypeScript's own library for workers conflicts with the one for pages.
export interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** the navigation preload response */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
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
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
}

export const worker = globalThis as unknown as WorkerScope;

// set by the build, see worker-plugin.ts
declare const __STAMP__: string;
declare const __PARTS__: readonly string[];
/** identifies the build of the storefront */
export const stamp = __STAMP__;
/** URLs of lazily loaded scripts that must be available offline */
export const lazyFiles = __PARTS__;
