import { del, entries, set } from "idb-keyval";
import type { ApiName } from "../call.ts";
import { deviceKey } from "../offline/account-data.ts";
import type { TextName, TextValues } from "#backoffice/i18n/texts.ts";

/** Endpoints that write. */
export type WriteName = Exclude<ApiName, `GET ${string}`>;

/** Why the server rejected an action, and the record as it is there, if the response contains it. */
interface ActionConflict {
  status: number;
  code: string;
  message: string;
  current: unknown;
  /** of the record that does not allow the action; null if the response names none */
  state: string | null;
}

/** A write that waits on this device until the server has it. */
export interface QueuedAction {
  /** its `Idempotency-Key`; a retry after a conflict has a new one */
  key: string;
  /** position in the queue */
  order: number;
  /** when the person did it; milliseconds */
  at: number;
  name: WriteName;
  path: Record<string, string | number>;
  /** absent in actions that an earlier version of the program has stored */
  query?: Record<string, unknown>;
  body: unknown;
  /** a photo, in place of a body */
  file: Blob | null;
  /** the version of the record that the person saw, if the action must not change another one */
  ifMatch: string | null;
  /** the record, e.g. `order:15`: after a conflict later actions on it wait for the person's choice */
  subject: string;
  /** what the person did, for the list of waiting actions */
  label: TextName;
  values: TextValues;
  conflict: ActionConflict | null;
}

const keyOf = (staffId: number, { order }: QueuedAction): string =>
  deviceKey("queue", staffId, String(order).padStart(20, "0"));

/** The queue of an account, oldest first. */
export async function readQueue(staffId: number): Promise<QueuedAction[]> {
  const prefix = deviceKey("queue", staffId);
  const all = await entries<string, QueuedAction>();
  return all
    .filter(([key]) => String(key).startsWith(prefix))
    .map(([, action]) => action)
    .sort((a, b) => a.order - b.order);
}

export const storeAction = (staffId: number, action: QueuedAction): Promise<void> =>
  set(keyOf(staffId, action), action);
export const removeAction = (staffId: number, action: QueuedAction): Promise<void> => del(keyOf(staffId, action));
