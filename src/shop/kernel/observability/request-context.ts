import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";

/** What the current work belongs to: a request, or a job that a request enqueued. */
export interface RequestContext {
  /** the request id: on every log line, in the outbox, and in calls to other services */
  id: string;
  log: Logger;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runWithRequestContext = <T>(requestContext: RequestContext, work: () => T): T =>
  storage.run(requestContext, work);

/** The context of the current work; undefined outside of requests and jobs. */
export const requestContext = (): RequestContext | undefined => storage.getStore();

/** The id of the current request, or a new one. */
export const requestId = (): string => storage.getStore()?.id ?? randomUUID();

/**
 * The statement that sets the request id for a transaction: the outbox column defaults to it, also for rows that
 * triggers insert (migration 0018). Null without a request.
 */
export function setRequestIdSql(): string | null {
  const id = storage.getStore()?.id;
  return id && /^[\w-]{1,64}$/.test(id) ? `set local lianne.request = '${id}'` : null;
}
