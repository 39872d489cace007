import { Button } from "#design/button.tsx";
import { type ApiResponse, call } from "#backoffice/api/call.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { RecordSheet } from "#backoffice/versions/record-sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OpenedRecord } from "#backoffice/versions/opened-record.tsx";
import { hasChanged, RecordConflict } from "#backoffice/versions/record-conflict.tsx";
import { useRecordForm } from "#backoffice/versions/use-record-form.ts";
import { BothNames, type NameValues } from "./both-names.tsx";
import type { StaffTerm } from "./use-attributes.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

interface TermSheetProps {
  attributeId: number;
  /** null: a new one */
  term: StaffTerm | null;
  /** number of terms: a new one is last */
  count: number;
  onMerge: () => void;
  onClose: () => void;
}

/** The names of a term. */
export function TermSheet(props: TermSheetProps) {
  const { attributeId, term, onClose } = props;
  if (!term) return <TermForm {...props} etag={null} />;
  const { id, name } = term;
  return (
    <OpenedRecord
      title={name}
      name={`term-${attributeId}-${id}`}
      read={() => readTerm({ attribute_id: attributeId, id })}
      onClose={onClose}
    >
      {(record, etag) => <TermForm {...props} term={record} etag={etag} />}
    </OpenedRecord>
  );
}

const formOf = (term: StaffTerm | null): NameValues => ({
  name_vi: term?.translations.vi.name ?? "",
  name_en: term?.translations.en.name ?? "",
});

async function readTerm(path: { attribute_id: number; id: number }): Promise<ApiResponse<StaffTerm>> {
  const response = await call("GET wc/products/attributes/{attribute_id}/terms/{id}", { path });
  return { ...response, data: response.data as StaffTerm };
}

function useTermForm({ attributeId, term, count, etag, onClose }: TermSheetProps & { etag: string | null }) {
  const t = useTexts();
  const path = { attribute_id: attributeId, id: term?.id ?? 0 };
  const finish = async (done: string) => {
    await invalidate("GET wc/products/attributes/{attribute_id}/terms");
    onClose();
    reportDone(done);
  };
  return useRecordForm<NameValues>(
    `term-${attributeId}-${term?.id ?? "new"}`,
    { form: formOf(term), etag },
    {
      conflicts: "merged",
      load: async () => {
        const now = await readTerm(path);
        return { form: formOf(now.data), etag: now.etag };
      },
      store: (key, form, { etag: ifMatch }) => {
        const body = { translations: { vi: { name: form.name_vi }, en: { name: form.name_en } } };
        if (term) return call("PUT wc/products/attributes/{attribute_id}/terms/{id}", { path, body, key, ifMatch });
        return call("POST wc/products/attributes/{attribute_id}/terms", {
          ...{ path, key },
          body: { ...body, name: form.name_vi, menu_order: count + 1 },
        });
      },
      onSaved: () => finish(t("actions.saved")),
      remove: async (key, ifMatch) => {
        const query = { force: true };
        await call("DELETE wc/products/attributes/{attribute_id}/terms/{id}", { path, query, key, ifMatch });
        await finish(t("actions.deleted", { name: term?.name ?? "" }));
      },
    },
  );
}

function TermForm(props: TermSheetProps & { etag: string | null }) {
  const { term, onMerge, onClose } = props;
  const t = useTexts();
  const record = useTermForm(props);
  const labels = { name_vi: t("taxonomies.name_vi"), name_en: t("taxonomies.name_en") };
  const { values, change, save } = record;
  return (
    <RecordSheet
      title={term ? term.name : t("attributes.add_term")}
      logged={term ? `term:${term.id}` : undefined}
      draft={record.draft}
      save={save}
      labels={labels}
      conflict={hasChanged(record) && <RecordConflict record={record} labels={labels} />}
      more={
        term && (
          <Button look="secondary" wide onClick={onMerge}>
            {t("attributes.merge")}
          </Button>
        )
      }
      deletion={
        term && {
          ...{ label: t("attributes.delete_term"), title: t("attributes.delete_term_title", { name: term.name }) },
          ...{ text: t("attributes.delete_term_text", { count: term.count }), action: record.deletion },
        }
      }
      onClose={onClose}
    >
      <BothNames values={values} error={save.error?.fields.name} onChange={change} />
    </RecordSheet>
  );
}
