// The parts of the worker scope that are used. TypeScript's own library for workers conflicts with the one for pages.
interface WorkEvent {
  waitUntil(work: Promise<unknown>): void;
}
export interface PageRequest extends WorkEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface AdminWorkerEvents {
  install: WorkEvent;
  activate: WorkEvent;
  fetch: PageRequest;
}
interface AdminWorkerScope {
  addEventListener<Name extends keyof AdminWorkerEvents>(
    name: Name,
    listener: (event: AdminWorkerEvents[Name]) => void,
  ): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

const scope: unknown = globalThis;
export const adminWorker = scope as AdminWorkerScope;

// set by the build, see worker-plugin.ts
declare const __STAMP__: string;
declare const __FILES__: readonly string[];
/** identifies the build of the back office */
export const buildStamp = __STAMP__;
/** URLs of its scripts, styles and fonts */
export const buildFiles = __FILES__;
