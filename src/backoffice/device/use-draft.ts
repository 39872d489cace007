import { del, get, set } from "idb-keyval";
import { useEffect, useRef, useState } from "react";
import { useSession } from "#backoffice/api/session-store.ts";
import { differences } from "./merge-fields.ts";
import { deviceKey } from "#backoffice/api/offline/account-data.ts";
import { useUnsavedForm } from "./unsaved-forms.ts";

const lifetimeMs = 7 * 24 * 60 * 60_000;
const saveAfterMs = 400;

interface StoredDraft<T> {
  /** milliseconds */
  at: number;
  values: T;
}

export interface FormDraft<T> {
  values: T;
  /** @param fields of the form, or a function of its latest values: for callbacks that run later */
  change: (fields: Partial<T> | ((latest: T) => Partial<T>)) => void;
  /** an earlier draft, which is offered until something is typed */
  offered: { at: Date; accept: () => void } | null;
  /** Removes the draft: after a successful save, or because the person does not want it. */
  discard: () => void;
}

/** A draft that can be read; drafts are lost where the browser stores nothing, and after 7 days. */
async function readDraft<T>(key: string): Promise<StoredDraft<T> | null> {
  const stored = await get<StoredDraft<T>>(key).catch(() => undefined);
  if (!stored) return null;
  if (Date.now() - stored.at < lifetimeMs) return stored;
  await del(key);
  return null;
}

/**
 * The values of a form with several fields, stored on this device per account while they are typed: they outlast a reload, an empty battery
 * and an ended session. Leaving the form before they are saved requires a confirmation. Never for passwords, keys or bank accounts.
 * @param name of the form, with the record's id if it has one @param ownsPath whether a path still belongs to the form
 */
export function useDraft<T extends object>(
  name: string,
  initial: T,
  ownsPath?: (path: string) => boolean,
): FormDraft<T> {
  const key = deviceKey("draft", useSession().staff.id, name);
  const [values, setValues] = useState(initial);
  const latest = useRef(initial);
  /** what was saved last, or the form was opened with */
  const saved = useRef(initial);
  const reportUnsaved = useUnsavedForm(ownsPath);
  const [stored, setStored] = useState<StoredDraft<T> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** stores what was typed last; null: it is stored */
  const save = useRef<(() => void) | null>(null);
  useEffect(
    () =>
      // not over what is typed meanwhile
      void readDraft<T>(key).then((draft) => latest.current === saved.current && setStored(draft)),
    [key],
  );
  // what was typed a moment before the form is left, too
  useEffect(() => {
    const saveNow = () => {
      clearTimeout(timer.current);
      save.current?.();
    };
    addEventListener("pagehide", saveNow);
    return () => {
      removeEventListener("pagehide", saveNow);
      saveNow();
    };
  }, []);
  const replace = (next: T): boolean => {
    latest.current = next;
    setValues(next);
    const isUnsaved = differences(saved.current, next).length > 0;
    reportUnsaved(isUnsaved);
    return isUnsaved;
  };
  const change: FormDraft<T>["change"] = (fields) => {
    const next = { ...latest.current, ...(typeof fields === "function" ? fields(latest.current) : fields) };
    const isUnsaved = replace(next);
    setStored(null);
    clearTimeout(timer.current);
    save.current = () => {
      save.current = null;
      void (isUnsaved ? set(key, { at: Date.now(), values: next }) : del(key)).catch(() => {});
    };
    timer.current = setTimeout(save.current, saveAfterMs);
  };
  const discard = () => {
    clearTimeout(timer.current);
    save.current = null;
    saved.current = latest.current;
    reportUnsaved(false);
    setStored(null);
    void del(key).catch(() => {});
  };
  const accept = () => {
    // a draft of an earlier version lacks the fields that were added since
    if (stored) replace({ ...saved.current, ...stored.values });
    setStored(null);
  };
  return { values, change, discard, offered: stored && { at: new Date(stored.at), accept } };
}
