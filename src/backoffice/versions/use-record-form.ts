import { useState } from "react";
import { CallError } from "#backoffice/api/call-error.ts";
import { type Action, useAction } from "#backoffice/api/use-action.ts";
import { type FormDraft, useDraft } from "#backoffice/device/use-draft.ts";
import { differences, mergeFields } from "#backoffice/device/merge-fields.ts";

/** A record as a form, with its version; null for a new one. */
export interface LoadedRecord<F> {
  form: F;
  etag: string | null;
}

/** What is typed, with what it was typed over: it is compared, and merged, with the record as it is when it is saved. */
interface RecordDraft<F> {
  form: F;
  base: F;
  etag: string | null;
}

/** Both versions of a record. */
export interface RecordChange<F> {
  mine: F;
  theirs: LoadedRecord<F>;
  /** the fields that the person decides */
  fields: readonly (keyof F)[];
  /** those of them that both sides changed */
  both: readonly (keyof F)[];
}

interface RecordFormOptions<F, Stored> {
  /** merged: what only one side changed is merged without a question, for products and content; whole: for settings the person decides every difference */
  conflicts: "merged" | "whole";
  /** Reads the record as it is now, after a 412. */
  load: (error: CallError) => Promise<LoadedRecord<F>>;
  /** @param known what the form is based on @throws CallError 412 if the record has changed since */
  store: (key: string, form: F, known: LoadedRecord<F>) => Promise<Stored>;
  onSaved: (stored: Stored) => unknown;
  remove?: (key: string, etag: string | null) => Promise<unknown>;
}

export interface RecordForm<F> {
  values: F;
  change: (fields: Partial<F>) => void;
  /** what the form is based on */
  base: F;
  draft: Pick<FormDraft<never>, "offered" | "discard">;
  save: Action<[], unknown>;
  deletion: Action<[], unknown>;
  /** the record changed meanwhile: saved by `resolve` */
  conflict: RecordChange<F> | null;
  resolving: Action<[form: F, theirs: LoadedRecord<F>], unknown>;
  /** the record changed before it was to be deleted */
  seen: { before: F; now: LoadedRecord<F> } | null;
  /** Closes either: the form is that of the record as it is now, with what was typed. */
  acceptCurrent: () => void;
}

/** How often a save is repeated while others change the record. */
const maxMerges = 3;

/** The form of one record: its draft, its versions, and what others change meanwhile. @param name of the draft, with the record's id */
export function useRecordForm<F extends object, Stored = unknown>(
  name: string,
  opened: LoadedRecord<F>,
  { conflicts: policy, load, store, onSaved, remove }: RecordFormOptions<F, Stored>,
): RecordForm<F> {
  const { values, change, discard, offered } = useDraft<RecordDraft<F>>(`record-${name}`, {
    ...opened,
    base: opened.form,
  });
  const { form, base, etag } = values;
  const [conflict, setConflict] = useState<RecordChange<F> | null>(null);
  const [seen, setSeen] = useState<RecordForm<F>["seen"]>(null);
  const attempt = async (key: string, mine: F, known: LoadedRecord<F>, merges = 0): Promise<void> => {
    let stored: Stored;
    try {
      // another version is another request
      stored = await store(`${key}-${merges}`, mine, known);
    } catch (error) {
      if (!(error instanceof CallError && error.status === 412) || merges >= maxMerges) throw error;
      const theirs = await load(error);
      const { merged, conflicts: both } = mergeFields(known.form, mine, theirs.form);
      const fields = policy === "merged" ? both : differences(mine, theirs.form);
      if (fields.length === 0) return attempt(key, merged, theirs, merges + 1);
      setConflict({ mine: policy === "merged" ? merged : mine, theirs, fields, both });
      return;
    }
    setConflict(null);
    discard();
    await onSaved(stored);
  };
  // what is written belongs to the action: with other fields it is another request, with its own key
  const saving = useAction((key, mine: F, known: LoadedRecord<F>) => attempt(key, mine, known));
  const save = { ...saving, run: () => saving.run(form, { form: base, etag }) };
  const resolving = useAction(attempt);
  const deletion = useAction(async (key) => {
    try {
      await remove?.(key, etag);
    } catch (error) {
      if (!(error instanceof CallError && error.status === 412)) throw error;
      setSeen({ before: base, now: await load(error) });
    }
  });
  const acceptCurrent = () => {
    const now = conflict?.theirs ?? seen?.now;
    if (now) {
      // nothing is typed over the record as it is now, except what the person has changed
      change({ form: now.form, base: now.form, etag: now.etag });
      discard();
      change({ form: mergeFields(base, form, now.form).merged });
    }
    setConflict(null);
    setSeen(null);
  };
  return {
    values: form,
    change: (fields) => change((latest) => ({ form: { ...latest.form, ...fields } })),
    base,
    draft: { offered, discard },
    ...{ save, deletion, conflict, resolving, seen, acceptCurrent },
  };
}
