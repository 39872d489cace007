import { del, delMany, entries, set } from "idb-keyval";
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
/** what was not read again for this long may be of an order that has been completed */
const lifeMs = 7 * 24 * 60 * 60_000;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** An order that is not completed or closed. */
function isInProgress(data: unknown): boolean {
  const stage = isRecord(data) && isRecord(data.lianne) ? data.lianne.stage : isRecord(data) ? data.stage : undefined;
  return stage !== "completed" && stage !== "closed";
}

/** Of an order, or a list of orders, what is in progress: only those customers' data is stored on the device. */
const inProgress = (data: unknown): unknown =>
  Array.isArray(data) ? data.filter(isInProgress) : isInProgress(data) ? data : undefined;

const all = (data: unknown): unknown => data;

/** The endpoints whose last responses are stored for offline use, and what of them; undefined for nothing. */
const storedEndpoints: Partial<Record<ApiName, (data: unknown) => unknown>> = {
  "GET bo/today": all,
  "GET bo/order-counts": all,
  "GET bo/pack/queue": all,
  "GET bo/pack/batch": all,
  "GET bo/pack/orders/{id}": inProgress,
  "GET bo/orders": inProgress,
  "GET wc/orders/{id}": inProgress,
  "GET bo/stock-counts": all,
  "GET bo/stock-counts/{id}": all,
};

/** Stores a response for offline use, if its endpoint is one of those; of an order that is not in progress nothing stays. */
export function storeRead(
  staffId: number,
  name: ApiName,
  queryKey: readonly unknown[],
  response: { data: unknown },
): void {
  const select = storedEndpoints[name];
  if (!select) return;
  const key = deviceKey("data", staffId, JSON.stringify(queryKey));
  const data = select(response.data);
  // the copy from the time when the order was in progress
  if (data === undefined) return void del(key).catch(() => {});
  const stored: StoredRead = { queryKey, at: Date.now(), response: { ...response, data } };
  void set(key, stored).catch(() => {});
}

/**
 * Shows the stored responses of an account until newer ones arrive, which each screen requests however recent they are: an action may have
 * followed them. Those of more than 7 days ago, and all but the last 200, are removed.
 */
export async function restoreReads(staffId: number): Promise<void> {
  const prefix = deviceKey("data", staffId);
  const all = await entries<string, StoredRead>().catch(() => []);
  const reads = all.filter(([key]) => String(key).startsWith(prefix)).sort(([, a], [, b]) => b.at - a.at);
  const since = Date.now() - lifeMs;
  const newest = reads.slice(0, maxReads).filter(([, { at }]) => at > since);
  for (const [, { queryKey, at, response }] of newest)
    if (queryClient.getQueryData(queryKey) === undefined) {
      queryClient.setQueryData(queryKey, response, { updatedAt: at });
      void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
    }
  await delMany(reads.slice(newest.length).map(([key]) => key)).catch(() => {});
}
