import { get, set } from "idb-keyval";
import type { OpenOrder } from "#contract/backoffice/order-list.ts";
import { openOrdersPerPage } from "#contract/backoffice/list-rules.ts";
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { type ApiName, call } from "../call.ts";
import { CallError } from "../call-error.ts";
import { queryClient } from "../query-client.ts";
import { currentLanguage } from "#backoffice/i18n/texts.ts";
import { deviceKey, lastAccount } from "./account-data.ts";
import {
  forgetOrders,
  isInProgress,
  maxOrders,
  restoreReads,
  showStored,
  storedOrders,
  storeRead,
} from "./stored-reads.ts";

/** Maximum number of orders in one page. */
const perPage = 100;

/**
 * Removes the data of orders that have ended since this device has read them, also of those that it will not open again. Without a
 * connection it stays until the next start.
 */
async function forgetEndedOrders(staffId: number): Promise<void> {
  const ids = await storedOrders(staffId);
  for (let from = 0; from < ids.length; from += perPage) {
    const some = ids.slice(from, from + perPage);
    const query = { include: some.join(","), per_page: perPage, _fields: "id,lianne" };
    const { data } = await call("GET wc/orders", { query, prompts: false });
    const open = new Set(data.filter(isInProgress).map(({ id }) => id));
    await forgetOrders(
      staffId,
      some.filter((id) => !open.has(id)),
    );
  }
}

/** A screen that shows it reads it by itself: nothing may change while a person decides on it. */
const isOnScreen = (queryKey: readonly unknown[]): boolean =>
  queryClient.getQueryCache().find({ queryKey, exact: true })?.isActive() === true;

/** Stores what the screen of an order reads, under the keys of its `useApi`. @param at when it was requested */
function storeOrder(staffId: number, { order, version, timeline, parcels }: OpenOrder, at: number): void {
  const { id } = order;
  const reads: readonly [ApiName, object, unknown, string | null][] = [
    ["GET wc/orders/{id}", { path: { id } }, order, `"${version}"`],
    ["GET bo/orders/{id}/timeline", { path: { id } }, timeline, null],
    ["GET bo/parcels", { query: { order_id: id, view: "all" } }, parcels, null],
  ];
  for (const [name, input, data, etag] of reads) {
    const queryKey = [name, input, currentLanguage()];
    const response = { data, etag, total: null };
    if (!isOnScreen(queryKey) && showStored(queryKey, response, at))
      storeRead(staffId, name, queryKey, { response, owner: { id, inProgress: true } });
  }
}

/** A browser without the method is idle as soon as its timers run. */
const idle = (): Promise<unknown> => new Promise((resume) => (window.requestIdleCallback ?? setTimeout)(resume));

/** All pages have up to 2 MB, for which a phone may pay: in between, the newest page alone is read. */
const allEveryMs = 2 * 60 * 60_000;

/** Stores the newest orders in progress, also those that were never opened on this device, a page at a time. */
async function storeOpenOrders(staffId: number): Promise<void> {
  const key = deviceKey("orders", staffId);
  const allReadAt = (await get<number>(key).catch(() => undefined)) ?? 0;
  const readsAll = Date.now() - allReadAt >= allEveryMs;
  const pages = readsAll ? maxOrders / openOrdersPerPage : 1;
  for (let page = 1; page <= pages; page++) {
    await idle();
    const at = Date.now();
    const { data } = await call("GET bo/orders-in-progress", { query: { page }, prompts: false, once: true });
    // the session has ended meanwhile
    if ((await lastAccount()) !== staffId) return;
    for (const order of data) storeOrder(staffId, order, at);
    if (readsAll && (page === pages || data.length < openOrdersPerPage)) await set(key, at).catch(() => {});
    if (data.length < openOrdersPerPage) return;
  }
}

/** after the first screen has loaded what it shows */
const firstAfterMs = 3_000;
const everyMs = 10 * 60_000;

interface NetworkInformation {
  connection?: { saveData?: boolean };
}
const savesData = (): boolean => (navigator as NetworkInformation).connection?.saveData === true;

/** Shows what is stored, removes the orders that have ended, and reads those in progress while the page is open. */
export async function openStored(session: SessionInfo): Promise<void> {
  const { staff, permissions } = session;
  await restoreReads(session);
  if (!permissions.includes("orders.view")) return;
  const run = (update: (staffId: number) => Promise<void>) => {
    if (navigator.onLine)
      update(staff.id).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      });
  };
  const store = () => {
    if (document.visibilityState !== "hidden" && !savesData()) run(storeOpenOrders);
  };
  run(forgetEndedOrders);
  setTimeout(store, firstAfterMs);
  setInterval(store, everyMs);
}
