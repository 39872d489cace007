import { delMany, entries, keys, set } from "idb-keyval";
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import type { ApiName } from "../call.ts";
import { queryClient } from "../query-client.ts";
import { deviceKey } from "./account-data.ts";

interface StoredRead {
  queryKey: readonly unknown[];
  /** milliseconds */
  at: number;
  response: unknown;
}

/** As many orders stay, those that were read last, and as many other responses. */
export const maxOrders = 200;
const maxReads = 200;
/** what was not read again for this long may be of an order that has been completed */
const lifetimeMs = 7 * 24 * 60 * 60_000;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const stageOf = (data: unknown): unknown => {
  if (!isRecord(data)) return undefined;
  return isRecord(data.lianne) ? data.lianne.stage : data.stage;
};

/** An order that is not completed or closed. */
export const isInProgress = (data: unknown): boolean => stageOf(data) !== "completed" && stageOf(data) !== "closed";

/** An order or the orders of a list that are in progress: only their customers' data is stored on the device. */
const inProgress = (data: unknown): unknown =>
  Array.isArray(data) ? data.filter(isInProgress) : isInProgress(data) ? data : undefined;

const all = (data: unknown): unknown => data;

/** The endpoints whose last responses are stored for offline use, and what of them; undefined for nothing. */
const storedEndpoints: Partial<Record<ApiName, (data: unknown) => unknown>> = {
  "GET bo/today": all,
  "GET bo/order-counts": all,
  "GET bo/pack/queue": all,
  "GET bo/pack/batch": all,
  "GET bo/packing-boxes": all,
  "GET bo/pack/orders/{id}": inProgress,
  "GET bo/orders": inProgress,
  "GET wc/orders/{id}": inProgress,
  "GET bo/stock-counts": all,
  "GET bo/stock-counts/{id}": all,
};

/** The endpoints whose responses are about one order: they are stored with it, and removed with it. */
const ofOneOrder: readonly ApiName[] = [
  "GET bo/pack/orders/{id}",
  "GET wc/orders/{id}",
  "GET bo/orders/{id}/timeline",
  "GET bo/phones/{digits}",
];

/** The stored endpoints, including those stored with orders, that require the permission to view orders. */
const ofViewers: readonly string[] = [
  ...["GET bo/order-counts", "GET bo/orders", "GET wc/orders/{id}", "GET bo/orders/{id}/timeline"],
  ...["GET bo/phones/{digits}", "GET bo/parcels"],
];

// by default what no screen shows leaves the memory after 5 minutes: a connection that is lost later would leave nothing to show
for (const name of new Set([...Object.keys(storedEndpoints), ...ofViewers]))
  queryClient.setQueryDefaults([name], { gcTime: Number.POSITIVE_INFINITY });

/** The order that a response belongs to. */
export interface OwnerOrder {
  id: number;
  /** whether customer data of it may be stored */
  inProgress: boolean;
}

/** Start of the keys of everything that is stored of an order. */
const orderPrefix = (staffId: number, id: number): string => deviceKey("data", staffId, `order:${id}:`);

/** Removes what is stored of orders that have ended: the order, its timeline, the record of its phone number, its packing. */
export async function forgetOrders(staffId: number, ids: readonly number[]): Promise<void> {
  const prefixes = ids.map((id) => orderPrefix(staffId, id));
  const stored = await keys<string>().catch(() => []);
  await delMany(stored.filter((key) => prefixes.some((prefix) => String(key).startsWith(prefix)))).catch(() => {});
}

const idOf = (data: unknown): number | null => {
  if (!isRecord(data)) return null;
  const id = data.id ?? data.order_id;
  return typeof id === "number" ? id : null;
};

/** The orders in a response that have ended. */
const endedIn = (name: ApiName, data: unknown): number[] => {
  const orders = name === "GET bo/orders" && Array.isArray(data) ? (data as unknown[]) : [data];
  return orders.filter((order) => !isInProgress(order)).flatMap((order) => idOf(order) ?? []);
};

/**
 * Stores a response for offline use, if its endpoint is one of those; removes it for an order that is not in progress.
 * @param owner the order that the response is about, where the response does not name it
 */
export function storeRead(
  staffId: number,
  name: ApiName,
  queryKey: readonly unknown[],
  { response, owner }: { response: { data: unknown }; owner: OwnerOrder | undefined },
): void {
  const select = storedEndpoints[name] ?? (owner && all);
  if (!select) return;
  const ended = owner && !owner.inProgress ? [owner.id] : endedIn(name, response.data);
  // the copies from the time when the order was in progress
  if (ended.length > 0) void forgetOrders(staffId, ended);
  const data = owner && !owner.inProgress ? undefined : select(response.data);
  if (data === undefined) return;
  const order = owner?.id ?? (ofOneOrder.includes(name) ? idOf(data) : null);
  const key = JSON.stringify(queryKey);
  const stored: StoredRead = { queryKey, at: Date.now(), response: { ...response, data } };
  void set(order === null ? deviceKey("data", staffId, key) : `${orderPrefix(staffId, order)}${key}`, stored).catch(
    () => {},
  );
}

type StoredEntry = [key: string, read: StoredRead];

/** The order that a stored response belongs to; null if it is about none. */
const orderOfKey = (key: string): number | null => {
  const id = /^data:\d+:order:(\d+):/.exec(key)?.[1];
  return id === undefined ? null : Number(id);
};

/** The ids of the orders of which something is stored. */
export async function storedOrders(staffId: number): Promise<number[]> {
  const prefix = deviceKey("data", staffId);
  const stored = (await keys<string>().catch(() => [])).map(String).filter((key) => key.startsWith(prefix));
  return [...new Set(stored.flatMap((key) => orderOfKey(key) ?? []))];
}

/** The responses that stay. @param reads the newest first */
function newestOf(reads: readonly StoredEntry[]): StoredEntry[] {
  const orders = [...new Set(reads.map(([key]) => orderOfKey(key)))].filter((id) => id !== null).slice(0, maxOrders);
  const stays = new Set(orders);
  const ofOrders = reads.filter(([key]) => stays.has(orderOfKey(key) ?? 0));
  return [...ofOrders, ...reads.filter(([key]) => orderOfKey(key) === null).slice(0, maxReads)];
}

/** Shows a stored response until a newer one arrives. @param at when it was requested @returns false if a newer one is shown */
export function showStored(queryKey: readonly unknown[], response: unknown, at: number): boolean {
  if ((queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > at) return false;
  queryClient.setQueryData(queryKey, response, { updatedAt: at });
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  return true;
}

/**
 * Shows the stored responses of an account until newer ones arrive, which each screen requests however recent they are: an action may have
 * followed them. Those of more than 7 days ago are removed, those that the role may not see any more, and all but those of the last 200
 * orders and the last 200 others.
 */
export async function restoreReads({ staff, permissions }: SessionInfo): Promise<void> {
  const prefix = deviceKey("data", staff.id);
  const stored = await entries<string, StoredRead>().catch(() => []);
  const reads = stored.filter(([key]) => String(key).startsWith(prefix)).sort(([, a], [, b]) => b.at - a.at);
  const since = Date.now() - lifetimeMs;
  // an earlier version of the program stored orders without their id
  const isOwned = (key: string, { queryKey }: StoredRead) =>
    orderOfKey(key) !== null || !ofOneOrder.some((name) => name === queryKey[0]);
  const maySee = ({ queryKey }: StoredRead) =>
    permissions.includes("orders.view") || !ofViewers.includes(String(queryKey[0]));
  const newest = newestOf(reads.filter(([key, read]) => read.at > since && isOwned(key, read) && maySee(read)));
  for (const [, { queryKey, at, response }] of newest) showStored(queryKey, response, at);
  const stays = new Set(newest.map(([key]) => key));
  await delMany(reads.map(([key]) => key).filter((key) => !stays.has(key))).catch(() => {});
}
