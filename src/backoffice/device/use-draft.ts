import { del, get, set } from "idb-keyval";
import { useEffect, useRef, useState } from "react";
import { useSession } from "#backoffice/api/session-store.ts";
import { deviceKey } from "./offline/account-data.ts";

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
 * and an ended session. Never for passwords, keys or bank accounts. @param name of the form, with the record's id if it has one
 */
export function useDraft<T extends object>(name: string, initial: T): FormDraft<T> {
  const key = deviceKey("draft", useSession().staff.id, name);
  const [values, setValues] = useState(initial);
  const latest = useRef(initial);
  const [stored, setStored] = useState<StoredDraft<T> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** stores what was typed last; null: it is stored */
  const save = useRef<(() => void) | null>(null);
  useEffect(() => void readDraft<T>(key).then(setStored), [key]);
  // what was typed a moment before a reload, too
  useEffect(() => {
    const saveNow = () => {
      clearTimeout(timer.current);
      save.current?.();
    };
    addEventListener("pagehide", saveNow);
    return () => removeEventListener("pagehide", saveNow);
  }, []);
  const replace = (next: T) => {
    latest.current = next;
    setValues(next);
  };
  const change: FormDraft<T>["change"] = (fields) => {
    const next = { ...latest.current, ...(typeof fields === "function" ? fields(latest.current) : fields) };
    replace(next);
    setStored(null);
    clearTimeout(timer.current);
    save.current = () => {
      save.current = null;
      void set(key, { at: Date.now(), values: next }).catch(() => {});
    };
    timer.current = setTimeout(save.current, saveAfterMs);
  };
  const discard = () => {
    clearTimeout(timer.current);
    save.current = null;
    setStored(null);
    void del(key).catch(() => {});
  };
  const accept = () => {
    if (stored) replace(stored.values);
    setStored(null);
  };
  return { values, change, discard, offered: stored && { at: new Date(stored.at), accept } };
}
