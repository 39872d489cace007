import { externalStore } from "#design/external-store.ts";
import { CallError } from "../call-error.ts";
import { type ApiData, type ApiInput, call, callByName } from "../call.ts";
import { queryClient } from "../query-client.ts";
import { sessionStore } from "../session-store.ts";
import { newKey } from "../new-key.ts";
import type { TextName, TextValues } from "#backoffice/i18n/texts.ts";
import { type QueuedAction, readQueue, removeAction, storeAction, type WriteName } from "./queued-action.ts";

/** Pauses between attempts while the server cannot be reached. */
const pausesMs = [5_000, 10_000, 20_000, 60_000];

/** The actions of this account that wait, oldest first. */
const waiting = externalStore<readonly QueuedAction[]>([]);
export const useQueue = (): readonly QueuedAction[] => waiting.use();

type SentListener = (action: QueuedAction, data: unknown) => void;
const sentListeners = new Set<SentListener>();

/** Calls a listener with each action that the server has accepted, and its response. @returns ends it */
export function onSent(listener: SentListener): () => void {
  sentListeners.add(listener);
  return () => void sentListeners.delete(listener);
}

const staffId = (): number | null => sessionStore.get()?.staff.id ?? null;

/** other tabs of this browser show the same queue */
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("lianne-admin-queue");
channel?.addEventListener("message", () => void followOtherTab());

/** How often the queue has changed: what was read before a change is outdated. */
let changes = 0;
/** Orders of the actions that the device could not store: they last as long as the page. */
const unsaved = new Set<number>();

/** Shows what is stored, and the actions that could not be stored. */
async function reload(): Promise<void> {
  const owner = staffId();
  for (let seen = -1; owner !== null && seen !== changes; ) {
    seen = changes;
    const stored = await readQueue(owner).catch(() => null);
    if (!stored || owner !== staffId()) return;
    if (seen !== changes) continue;
    const isStored = new Set(stored.map(({ order }) => order));
    const others = waiting.get().filter(({ order }) => unsaved.has(order) && !isStored.has(order));
    waiting.set([...stored, ...others].sort((one, other) => one.order - other.order));
  }
}

/** Shows what another tab has changed, and reads the results of what that tab has sent. */
async function followOtherTab(): Promise<void> {
  const before = waiting.get().length;
  await reload();
  if (waiting.get().length < before) await queryClient.invalidateQueries();
}

async function change(next: readonly QueuedAction[], write: (owner: number) => Promise<void>): Promise<void> {
  changes++;
  waiting.set(next);
  const owner = staffId();
  if (owner !== null) await write(owner).catch(() => {});
  changes++;
  channel?.postMessage("changed");
}

/** Stores an action on the device, or notes that it could not be stored. */
const store = (owner: number, action: QueuedAction): Promise<void> =>
  storeAction(owner, action).then(
    () => void unsaved.delete(action.order),
    () => void unsaved.add(action.order),
  );

const without = (action: QueuedAction) => waiting.get().filter(({ order }) => order !== action.order);
const remove = (action: QueuedAction) => {
  unsaved.delete(action.order);
  return change(without(action), (owner) => removeAction(owner, action));
};
const replace = (action: QueuedAction) =>
  change(
    waiting.get().map((one) => (one.order === action.order ? action : one)),
    (owner) => store(owner, action),
  );

/** What an action is about, for the list of waiting actions. */
export interface ActionSubject {
  /** the record, e.g. `order:15`: its actions are sent in order, and wait together after a conflict */
  subject: string;
  label: TextName;
  values?: TextValues;
}

/** What the type of each endpoint's input has in common. */
interface WriteInput {
  path?: Record<string, string | number> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  file?: Blob;
  ifMatch?: string | null;
}

let lastOrder = 0;

/** Adds an action to the queue, which is sent in the background: at once with a connection, otherwise when it returns. */
export async function enqueue<const N extends WriteName>(
  name: N,
  input: Pick<ApiInput<N>, "path" | "query" | "body" | "file" | "ifMatch">,
  { subject, label, values = {} }: ActionSubject,
  key = newKey(),
): Promise<void> {
  const { path = {}, query = {}, body, file, ifMatch = null }: WriteInput = input;
  lastOrder = Math.max(Date.now() * 1_000, lastOrder + 1);
  const action = { key, order: lastOrder, at: Date.now(), name, path, query, body, subject, label, values };
  const queued: QueuedAction = { ...action, file: file ?? null, ifMatch, conflict: null };
  await change([...waiting.get(), queued], (owner) => store(owner, queued));
  void sendQueue();
}

/** The response of an action that was sent at once; null if it waits in the queue. */
export type SentOrQueued<N extends WriteName> = { data: ApiData<N> } | null;

/**
 * Does an action at once if there is a connection, and otherwise adds it to the queue; also if earlier actions on the record still wait.
 * @returns its response, or null if it is queued @throws CallError if the server rejected it
 */
export async function sendOrEnqueue<const N extends WriteName>(
  name: N,
  input: ApiInput<N>,
  about: ActionSubject,
): Promise<SentOrQueued<N>> {
  const key = input.key ?? newKey();
  const isFirst = !waiting.get().some(({ subject }) => subject === about.subject);
  if (navigator.onLine && isFirst) {
    try {
      return { data: (await call(name, { ...input, key, once: true })).data };
    } catch (error) {
      if (!(error instanceof CallError && error.mayPass)) throw error;
    }
  }
  await enqueue(name, input, about, key);
  return null;
}

/** The first action that is not behind a conflict of its record. */
function nextToSend(): QueuedAction | undefined {
  const blocked = new Set(waiting.get().flatMap(({ conflict, subject }) => (conflict ? [subject] : [])));
  return waiting.get().find(({ subject }) => !blocked.has(subject));
}

/** @returns whether the server responded; a rejection is one, too */
async function sendOne(action: QueuedAction): Promise<boolean> {
  const { name, path, query = {}, body, file, key, ifMatch } = action;
  try {
    const response = await callByName(name, { path, query, key, ifMatch, once: true, ...(file ? { file } : { body }) });
    // in the same moment: between the two the screens would show the record without the action
    const removed = remove(action);
    for (const listener of sentListeners) listener(action, response.body);
    await removed;
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // later: no connection, an overloaded server, or a sign-in that was closed
    if (error.mayPass || [401, 429].includes(error.status)) return false;
    const { status, code, message, current, problem } = error;
    const state = typeof problem.data.state === "string" ? problem.data.state : null;
    await replace({ ...action, conflict: { status, code, message, current: current ?? null, state } });
    return true;
  }
}

let sending = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

async function sendAll(): Promise<void> {
  await reload();
  for (let action = nextToSend(); action; action = nextToSend()) {
    if (!(await sendOne(action))) {
      const pause = pausesMs[Math.min(failures++, pausesMs.length - 1)];
      timer = setTimeout(() => void sendQueue(), pause);
      return;
    }
    failures = 0;
  }
}

/** Sends what waits, oldest first and one at a time, in one tab of the browser. */
export async function sendQueue(): Promise<void> {
  if (sending || staffId() === null || !navigator.onLine) return;
  sending = true;
  clearTimeout(timer);
  try {
    // over plain http browsers provide no locks; the keys of the actions then prevent double effects
    if (navigator.locks) await navigator.locks.request("lianne-admin-queue", sendAll);
    else await sendAll();
  } finally {
    sending = false;
  }
  // one was added after the last look
  if (nextToSend() && failures === 0) void sendQueue();
}

/** Shows the queue of the account that has signed in, and sends it whenever the connection returns. */
export async function startQueue(): Promise<void> {
  addEventListener("online", () => void sendQueue());
  await reload();
  void sendQueue();
}

/** Whether actions on a record wait on this device. */
export async function hasWaiting(subject: string): Promise<boolean> {
  await reload();
  return waiting.get().some((one) => one.subject === subject);
}

/** Removes all waiting actions on a record: the server's version stays. */
export async function dropActions(subject: string): Promise<void> {
  for (const action of waiting.get().filter((one) => one.subject === subject)) await remove(action);
}

/** Sends the actions on a record again, after a conflict. */
export async function retryActions(subject: string): Promise<void> {
  // the first response to the old key is stored by the server; the person has seen that the record changed
  for (const action of waiting.get().filter((one) => one.subject === subject && one.conflict))
    await replace({ ...action, key: newKey(), ifMatch: action.ifMatch && "*", conflict: null });
  void sendQueue();
}
