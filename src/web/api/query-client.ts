import { QueryClient } from "@tanstack/react-query";
import type { StoreResult } from "#contract/client.ts";
import type { Problem } from "#contract/problem.ts";

/** A failed call, as queries throw it; `problemMessage(t, error)` is the message for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly network: boolean;
  readonly problem: Problem;
  constructor(failed: Extract<StoreResult<unknown>, { ok: false }>) {
    super(failed.problem.message || failed.problem.code);
    this.status = failed.status;
    this.network = failed.network;
    this.problem = failed.problem;
  }
}

/** For query functions: returns the data or throws the failure. `queryFn: () => unwrap(getApiClient().cart())` */
export async function unwrap<T>(call: Promise<StoreResult<T>>): Promise<T> {
  const result = await call;
  if (result.ok) return result.data;
  throw new ApiError(result);
}

const freshForMs = 60_000;
const retries = 2;

/** Only failures that may be temporary are retried: no response, or a server error. */
const shouldRetry = (count: number, error: Error): boolean =>
  count < retries && error instanceof ApiError && (error.network || error.status >= 500);

const createClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: freshForMs, retry: shouldRetry }, mutations: { retry: false } },
  });

let shared: QueryClient | undefined;
/** One per browser page; on the server a new one for each call, so that nothing is shared between visitors. */
export const queryClient = (): QueryClient => {
  if (typeof document === "undefined") return createClient();
  shared ??= createClient();
  return shared;
};
