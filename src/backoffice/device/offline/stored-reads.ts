import { delMany, entries, set } from "idb-keyval";
import type { ApiName } from "#backoffice/api/call.ts";
import { queryClient } from "#backoffice/api/query-client.ts";
import { deviceKey } from "./account-data.ts";

interface StoredRead {
  queryKey: readonly unknown[];
  /** milliseconds */
  at: number;
  response: unknown;
}

const maxReads = 200;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Orders that are not completed or closed: only their customers' data is stored on the device. */
function isInProgress(data: unknown): boolean {
  if (Array.isArray(data)) return data.every(isInProgress);
  const stage = isRecord(data) && isRecord(data.lianne) ? data.lianne.stage : isRecord(data) ? data.stage : undefined;
  return stage !== "completed" && stage !== "closed";
}

const always = (): boolean => true;

/** The endpoints whose last responses are stored for offline use, and the responses that may be. */
const storedEndpoints: Partial<Record<ApiName, (data: unknown) => boolean>> = {
  "GET bo/today": always,
  "GET bo/order-counts": always,
  "GET bo/pack/queue": always,
  "GET bo/pack/batch": always,
  "GET bo/pack/orders/{id}": isInProgress,
  "GET wc/orders": isInProgress,
  "GET wc/orders/{id}": isInProgress,
};

/** Stores a response for offline use, if its endpoint is one of those. */
export function storeRead(
  staffId: number,
  name: ApiName,
  queryKey: readonly unknown[],
  response: { data: unknown },
): void {
  if (!storedEndpoints[name]?.(response.data)) return;
  const stored: StoredRead = { queryKey, at: Date.now(), response };
  void set(deviceKey("data", staffId, JSON.stringify(queryKey)), stored).catch(() => {});
}

/** Shows the stored responses of an account until newer ones arrive. Older ones than the last 200 are removed. */
export async function restoreReads(staffId: number): Promise<void> {
  const prefix = deviceKey("data", staffId);
  const all = await entries<string, StoredRead>().catch(() => []);
  const reads = all.filter(([key]) => String(key).startsWith(prefix)).sort(([, a], [, b]) => b.at - a.at);
  for (const [, { queryKey, at, response }] of reads.slice(0, maxReads))
    if (queryClient.getQueryData(queryKey) === undefined)
      queryClient.setQueryData(queryKey, response, { updatedAt: at });
  await delMany(reads.slice(maxReads).map(([key]) => key)).catch(() => {});
}
