import { get, set } from "idb-keyval";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { recipientDigits } from "#contract/person-validation.ts";
import type { OpenOrder } from "#contract/backoffice/order-list.ts";
import { openOrdersPerPage } from "#contract/list-rules.ts";
import { backOfficePath, screens } from "#contract/backoffice/screens.ts";
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { type ApiName, call } from "../call.ts";
import { CallError } from "../call-error.ts";
import { prefetch } from "../use-api.ts";
import { queryClient } from "../query-client.ts";
import { currentLanguage } from "#backoffice/i18n/texts.ts";
import { deviceKey, lastAccount } from "./account-data.ts";
import {
  forgetOrders,
  isInProgress,
  maxOrders,
  type OwnerOrder,
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

type ScreenRead = readonly [name: ApiName, input: object, data: unknown, etag: string | null];

/** Stores what a screen reads, under the keys of its `useApi`. @param at when it was requested */
function storeReads(
  staffId: number,
  reads: readonly ScreenRead[],
  { at, owner }: { at: number; owner?: OwnerOrder },
): void {
  for (const [name, input, data, etag] of reads) {
    const queryKey = [name, input, currentLanguage()];
    const response = { data, etag, total: null };
    if (!isOnScreen(queryKey) && showStored(queryKey, response, at))
      storeRead(staffId, name, queryKey, { response, owner });
  }
}

function storeOrder(staffId: number, { order, version, timeline, parcels, phone }: OpenOrder, at: number): void {
  const { id } = order;
  const reads: ScreenRead[] = [
    ["GET wc/orders/{id}", { path: { id } }, order, `"${version}"`],
    ["GET bo/orders/{id}/timeline", { path: { id } }, timeline, null],
    ["GET bo/parcels", { query: { order_id: id, view: "all" } }, parcels, null],
  ];
  if (phone) reads.push(["GET bo/phones/{digits}", { path: { digits: recipientDigits(order) } }, phone, null]);
  storeReads(staffId, reads, { at, owner: { id, inProgress: true } });
}

/** The screen has the id of its path as a text. */
const storePackOrder = (staffId: number, order: PackOrder, at: number): void =>
  storeReads(staffId, [["GET bo/pack/orders/{id}", { path: { id: String(order.id) } }, order, null]], { at });

/** A browser without the method is idle as soon as its timers run. */
const idle = (): Promise<unknown> => new Promise((resume) => (window.requestIdleCallback ?? setTimeout)(resume));

/** All pages of orders have up to 2 MB, for which a phone may pay: in between, the first page alone is read. */
const allEveryMs = 2 * 60 * 60_000;

/** A list of orders that is stored, a page at a time. */
interface StoredList<Row> {
  name: string;
  read: (page: number) => Promise<{ data: Row[] }>;
  store: (staffId: number, row: Row, at: number) => void;
}

/** The newest orders in progress, also those that were never opened on this device. */
const openOrders: StoredList<OpenOrder> = {
  name: "",
  read: (page) => call("GET bo/orders-in-progress", { query: { page }, prompts: false, once: true }),
  store: storeOrder,
};

/** The orders to pack, the oldest first: in the order in which they are packed. */
const packOrders: StoredList<PackOrder> = {
  name: "pack",
  read: (page) => call("GET bo/pack/orders", { query: { page }, prompts: false, once: true }),
  store: storePackOrder,
};

/** @returns the rows if they are the whole list, otherwise null */
async function storeList<Row>(staffId: number, { name, read, store }: StoredList<Row>): Promise<Row[] | null> {
  const key = deviceKey("orders", staffId, name);
  const allReadAt = (await get<number>(key).catch(() => undefined)) ?? 0;
  const readsAll = Date.now() - allReadAt >= allEveryMs;
  const pages = readsAll ? maxOrders / openOrdersPerPage : 1;
  const rows: Row[] = [];
  for (let page = 1; page <= pages; page++) {
    await idle();
    const at = Date.now();
    const { data } = await read(page);
    // the session has ended meanwhile
    if ((await lastAccount()) !== staffId) return null;
    for (const row of data) store(staffId, row, at);
    rows.push(...data);
    const isLast = data.length < openOrdersPerPage;
    if (readsAll && (page === pages || isLast)) await set(key, at).catch(() => {});
    if (isLast) return rows;
  }
  return null;
}

/** Stores what packing needs: the orders to pack, their list and the boxes. */
async function storePacking(staffId: number, viewsOrders: boolean): Promise<void> {
  const at = Date.now();
  for (const name of ["GET bo/pack/queue", "GET bo/packing-boxes"] as const) {
    const { data } = await call(name, { prompts: false, once: true });
    if ((await lastAccount()) !== staffId) return;
    storeReads(staffId, [[name, {}, data, null]], { at });
  }
  const toPack = await storeList(staffId, packOrders);
  if (viewsOrders || !toPack) return;
  // a role that views no orders has no other way to find out which of them have ended
  const stays = new Set(toPack.map(({ id }) => id));
  const stored = await storedOrders(staffId);
  await forgetOrders(
    staffId,
    stored.filter((id) => !stays.has(id)),
  );
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
  // requested while the frame is rendered, and in full: what the device has stored of it is read later
  if (location.pathname === backOfficePath && permissions.includes(screens["/"])) void prefetch("GET bo/today", {});
  await restoreReads(session);
  const viewsOrders = permissions.includes("orders.view");
  const run = (update: (staffId: number) => Promise<unknown>) => {
    if (navigator.onLine)
      update(staff.id).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      });
  };
  const store = () => {
    if (document.visibilityState === "hidden" || savesData()) return;
    if (viewsOrders) run((staffId) => storeList(staffId, openOrders));
    if (permissions.includes("pack")) run((staffId) => storePacking(staffId, viewsOrders));
  };
  if (viewsOrders) run(forgetEndedOrders);
  setTimeout(store, firstAfterMs);
  setInterval(store, everyMs);
}
