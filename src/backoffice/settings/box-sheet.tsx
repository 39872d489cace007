import { useState } from "react";
import { maxBoxName } from "#contract/backoffice/packing-box-limits.ts";
import type { PackingBox } from "#contract/backoffice/packing-boxes.ts";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { RecordSheet } from "#backoffice/versions/record-sheet.tsx";
import { type TextOf, useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";
import { BothNames, type NameValues } from "#backoffice/taxonomies/both-names.tsx";
import { hasChanged, RecordConflict } from "#backoffice/versions/record-conflict.tsx";
import { type LoadedRecord, useRecordForm } from "#backoffice/versions/use-record-form.ts";

const sides = ["length", "width", "height"] as const;

interface BoxForm extends NameValues, Record<(typeof sides)[number] | "weight", string> {}

const formOf = (box: PackingBox | null): BoxForm => ({
  name_vi: box?.name.vi ?? "",
  name_en: box?.name.en ?? "",
  length: String(box?.size_cm.length ?? ""),
  width: String(box?.size_cm.width ?? ""),
  height: String(box?.size_cm.height ?? ""),
  weight: String(box?.weight_g ?? ""),
});

const bodyOf = (form: BoxForm) => ({
  name: { vi: form.name_vi, en: form.name_en },
  size_cm: { length: Number(form.length), width: Number(form.width), height: Number(form.height) },
  weight_g: Number(form.weight),
});

const loadedBox = (box: PackingBox): LoadedRecord<BoxForm> => ({ form: formOf(box), etag: `"${box.version}"` });

const labelsOf = (t: TextOf): Record<keyof BoxForm, string> => ({
  ...{ name_vi: t("taxonomies.name_vi"), name_en: t("taxonomies.name_en"), weight: t("boxes.weight") },
  ...{ length: t("pack.length"), width: t("pack.width"), height: t("pack.height") },
});

interface BoxSheetProps {
  /** null: a new one */
  box: PackingBox | null;
  onClose: () => void;
}

function useBoxForm({ box, onClose }: BoxSheetProps, name: string) {
  const t = useTexts();
  const finish = async (done: string) => {
    await invalidate("GET bo/packing-boxes");
    onClose();
    reportDone(done);
  };
  // as it was when the sheet opened: the list behind it is read again
  const [opened] = useState<LoadedRecord<BoxForm>>(() => (box ? loadedBox(box) : { form: formOf(null), etag: null }));
  const path = { id: box?.id ?? 0 };
  return useRecordForm<BoxForm>(`box-${box?.id ?? "new"}`, opened, {
    conflicts: "whole",
    load: async ({ current }) => loadedBox(current as PackingBox),
    store: (key, form, { etag: ifMatch }) => {
      const body = bodyOf(form);
      return box
        ? call("PUT bo/packing-boxes/{id}", { path, body, key, ifMatch })
        : call("POST bo/packing-boxes", { body, key });
    },
    onSaved: () => finish(t("actions.saved")),
    remove: async (key, ifMatch) => {
      await call("DELETE bo/packing-boxes/{id}", { path, key, ifMatch });
      await finish(t("actions.deleted", { name }));
    },
  });
}

/** A box with its names, outer dimensions and weight. */
export function BoxSheet({ box, onClose }: BoxSheetProps) {
  const t = useTexts();
  const name = box?.name[useLanguage()] ?? "";
  const record = useBoxForm({ box, onClose }, name);
  const { values, change, save } = record;
  const labels = labelsOf(t);
  return (
    <RecordSheet
      title={box ? name : t("boxes.add")}
      logged={box ? `packing_box:${box.id}` : undefined}
      draft={record.draft}
      save={save}
      labels={labels}
      conflict={hasChanged(record) && <RecordConflict record={record} labels={labels} />}
      deletion={
        box && {
          ...{ label: t("boxes.delete"), title: t("boxes.delete_title", { name }), action: record.deletion },
          text: t("boxes.delete_text"),
        }
      }
      onClose={onClose}
    >
      <BothNames values={values} maxLength={maxBoxName} error={save.error?.fields.name} onChange={change} />
      <div className="grid grid-cols-3 items-end gap-3">
        {sides.map((side) => (
          <TextField
            key={side}
            label={labels[side]}
            inputMode="numeric"
            pattern="[1-9][0-9]?|1[0-9][0-9]|200"
            required
            value={values[side]}
            onChange={(event) => change({ [side]: event.target.value })}
          />
        ))}
      </div>
      <TextField
        label={labels.weight}
        hint={t("boxes.weight_hint")}
        inputMode="numeric"
        pattern="[0-9]{1,4}|1[0-9]{4}|20000"
        required
        value={values.weight}
        onChange={(event) => change({ weight: event.target.value })}
      />
    </RecordSheet>
  );
}
