import type { StoreResult } from "#contract/client.ts";
import { ask, queryClient, ApiError } from "./query-client.ts";

/** An answer of a read, kept in this browser page for a minute and asked for again where that may help. */
export async function cachedQuery<T>(
  key: readonly unknown[],
  call: () => Promise<StoreResult<T>>,
): Promise<StoreResult<T>> {
  try {
    return { ok: true, data: await queryClient().fetchQuery({ queryKey: key, queryFn: () => ask(call()) }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, network, problem } = error;
    return { ok: false, status, network, problem };
  }
}
