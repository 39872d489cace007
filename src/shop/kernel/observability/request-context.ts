import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";

/** What work is done for: one request, and the jobs that it asked for. */
export interface RequestContext {
  /** the request's id, on every line of the log, in `outbox.asked_by`, and on calls to other services */
  id: string;
  log: Logger;
}

const current = new AsyncLocalStorage<RequestContext>();

export const runWithRequestContext = <T>(occasion: RequestContext, work: () => T): T => current.run(occasion, work);

/** What the work at hand is done for; undefined outside of requests and jobs. */
export const occasion = (): RequestContext | undefined => current.getStore();

/** The id of the work at hand, or a new one. */
export const requestId = (): string => current.getStore()?.id ?? randomUUID();

/**
 * The statement by which a transaction knows what it is done for: rows of the outbox take it from there, those too that
 * triggers write (migration 0018). Null where there is nothing to say.
 */
export function setRequestIdSql(): string | null {
  const id = current.getStore()?.id;
  return id && /^[\w-]{1,64}$/.test(id) ? `set local lianne.request = '${id}'` : null;
}
