import type { StoreResult } from "#contract/client.ts";
import { unwrap, queryClient, ApiError } from "./query-client.ts";

/** Runs a read through the query cache: fresh for a minute, and retried where that may help. */
export async function cachedQuery<T>(
  key: readonly unknown[],
  call: () => Promise<StoreResult<T>>,
): Promise<StoreResult<T>> {
  try {
    return { ok: true, data: await queryClient().fetchQuery({ queryKey: key, queryFn: () => unwrap(call()) }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, network, problem } = error;
    return { ok: false, status, network, problem };
  }
}
