import { QueryClient } from "@tanstack/react-query";
import type { StoreResult } from "#contract/client.ts";
import type { Problem } from "#contract/problem.ts";

/** A failed call, as queries throw it; `problemSentence(t, error)` says it to a person. */
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

/** For query functions: the data, or the failure thrown. `queryFn: () => ask(getStore().cart())` */
export async function ask<T>(call: Promise<StoreResult<T>>): Promise<T> {
  const answer = await call;
  if (answer.ok) return answer.data;
  throw new ApiError(answer);
}

const freshForMs = 60_000;
const retries = 2;

/** Only what may pass by itself is tried again: no answer, or a server that is busy. */
const worthRetrying = (count: number, error: Error): boolean =>
  count < retries && error instanceof ApiError && (error.network || error.status >= 500);

const newClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: freshForMs, retry: worthRetrying }, mutations: { retry: false } },
  });

let shared: QueryClient | undefined;
/** One for the life of a browser page; on the server a new one each time, so that nothing is ever shared between visitors. */
export const queryClient = (): QueryClient => {
  if (typeof document === "undefined") return newClient();
  shared ??= newClient();
  return shared;
};
