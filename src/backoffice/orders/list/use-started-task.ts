import { del, get, set } from "idb-keyval";
import { useEffect, useState } from "react";
import { useSession } from "#backoffice/api/session-store.ts";
import { deviceKey } from "#backoffice/api/offline/account-data.ts";
import type { BulkChoice } from "./bulk-choice.ts";
import type { BulkFields } from "./bulk-sheet.tsx";

interface StartedTask {
  task: number;
  choice: BulkChoice;
  fields: BulkFields;
}

/** The bulk action that this account started last on this device: its progress and its result outlast the page, until they are closed. */
export function useStartedTask(): [StartedTask | null, (started: StartedTask | null) => void] {
  const key = deviceKey("draft", useSession().staff.id, "bulk-task");
  const [started, setStarted] = useState<StartedTask | null>(null);
  useEffect(() => {
    const restore = (stored: StartedTask | undefined) => setStarted((now) => now ?? stored ?? null);
    void get<StartedTask>(key).then(restore, () => {});
  }, [key]);
  const change = (next: StartedTask | null) => {
    setStarted(next);
    void (next ? set(key, next) : del(key)).catch(() => {});
  };
  return [started, change];
}
