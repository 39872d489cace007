import { canFilter } from "#contract/filter-attributes.ts";
import { Checkbox } from "#design/choice.tsx";
import { type ApiResponse, call } from "#backoffice/api/call.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { RecordSheet } from "#backoffice/versions/record-sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OpenedRecord } from "#backoffice/versions/opened-record.tsx";
import { hasChanged, RecordConflict } from "#backoffice/versions/record-conflict.tsx";
import { useRecordForm } from "#backoffice/versions/use-record-form.ts";
import { BothNames, type NameValues } from "./both-names.tsx";
import { type StaffAttribute, useTerms } from "./use-attributes.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

const refresh = () => invalidate("GET wc/products/attributes", "GET wc/products/attributes/{attribute_id}/terms");

interface AttributeSheetProps {
  /** null: a new one */
  attribute: StaffAttribute | null;
  onSaved: (id: number) => void;
  onDeleted: () => void;
  onClose: () => void;
}

/** The names of an attribute, and whether shoppers can filter by it. */
export function AttributeSheet(props: AttributeSheetProps) {
  const { attribute, onClose } = props;
  if (!attribute) return <AttributeForm {...props} etag={null} />;
  const { id, name } = attribute;
  return (
    <OpenedRecord title={name} name={`attribute-${id}`} read={() => readAttribute(id)} onClose={onClose}>
      {(record, etag) => <AttributeForm {...props} attribute={record} etag={etag} />}
    </OpenedRecord>
  );
}

interface AttributeFields extends NameValues {
  filter: boolean;
}

const formOf = (attribute: StaffAttribute | null): AttributeFields => ({
  name_vi: attribute?.translations.vi.name ?? "",
  name_en: attribute?.translations.en.name ?? "",
  filter: attribute?.filter ?? false,
});

async function readAttribute(id: number): Promise<ApiResponse<StaffAttribute>> {
  const response = await call("GET wc/products/attributes/{id}", { path: { id } });
  return { ...response, data: response.data as StaffAttribute };
}

function useAttributeForm({ attribute, etag, onSaved, onDeleted }: AttributeSheetProps & { etag: string | null }) {
  const t = useTexts();
  const id = attribute?.id ?? 0;
  const isFilter = attribute !== null && canFilter(attribute.slug);
  return useRecordForm<AttributeFields, number>(
    `attribute-${attribute?.id ?? "new"}`,
    { form: formOf(attribute), etag },
    {
      conflicts: "merged",
      load: async () => {
        const now = await readAttribute(id);
        return { form: formOf(now.data), etag: now.etag };
      },
      store: async (key, form, { etag: ifMatch }) => {
        const translations = { vi: { name: form.name_vi }, en: { name: form.name_en } };
        const body = { translations, ...(isFilter ? { filter: form.filter } : {}) };
        const { data } = attribute
          ? await call("PUT wc/products/attributes/{id}", { path: { id }, body, key, ifMatch })
          : await call("POST wc/products/attributes", { body: { ...body, name: form.name_vi }, key });
        return (data as StaffAttribute).id;
      },
      onSaved: async (stored) => {
        await refresh();
        onSaved(stored);
        reportDone(t("actions.saved"));
      },
      remove: async (key, ifMatch) => {
        await call("DELETE wc/products/attributes/{id}", { path: { id }, query: { force: true }, key, ifMatch });
        await refresh();
        onDeleted();
        reportDone(t("actions.deleted", { name: attribute?.name ?? "" }));
      },
    },
  );
}

function AttributeForm(props: AttributeSheetProps & { etag: string | null }) {
  const { attribute, onClose } = props;
  const t = useTexts();
  const record = useAttributeForm(props);
  const { values, change, save } = record;
  const terms = useTerms(attribute?.id ?? null);
  // while they load, and after a failure, their number is unknown
  const deleteText = terms.data
    ? t("attributes.delete_text", { terms: terms.data.data.length })
    : t("attributes.delete_uncounted");
  const isFilter = attribute !== null && canFilter(attribute.slug);
  const labels = {
    ...{ name_vi: t("taxonomies.name_vi"), name_en: t("taxonomies.name_en"), filter: t("attributes.filter") },
  };
  return (
    <RecordSheet
      title={attribute ? attribute.name : t("attributes.add")}
      logged={attribute ? `attribute:${attribute.id}` : undefined}
      draft={record.draft}
      save={save}
      labels={labels}
      conflict={
        hasChanged(record) && (
          <RecordConflict
            record={record}
            labels={labels}
            textOf={(field, form) => (field === "filter" ? t(form.filter ? "conflict.yes" : "conflict.no") : null)}
          />
        )
      }
      deletion={
        attribute && !isFilter
          ? {
              ...{ label: t("attributes.delete"), title: t("attributes.delete_title", { name: attribute.name }) },
              ...{ text: deleteText, action: record.deletion },
            }
          : null
      }
      onClose={onClose}
    >
      <BothNames values={values} onChange={change} />
      {isFilter ? (
        <Checkbox
          label={t("attributes.filter")}
          hint={t("attributes.filter_hint")}
          checked={values.filter}
          error={save.error?.fields.filter}
          onChange={(event) => change({ filter: event.target.checked })}
        />
      ) : (
        <p className="text-sm text-taupe">{t("attributes.no_filter_hint")}</p>
      )}
    </RecordSheet>
  );
}
