import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { RecordSheet } from "#backoffice/components/record-sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { BothNames } from "./both-names.tsx";
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
export function TermSheet({ attributeId, term, count, onMerge, onClose }: TermSheetProps) {
  const t = useTexts();
  const draft = useDraft(`term-${attributeId}-${term?.id ?? "new"}`, {
    name_vi: term?.translations.vi.name ?? "",
    name_en: term?.translations.en.name ?? "",
  });
  const { values, change } = draft;
  const finish = async (done: string) => {
    draft.discard();
    await invalidate("GET wc/products/attributes/{attribute_id}/terms");
    onClose();
    reportDone(done);
  };
  const save = useAction(async (key) => {
    const body = { translations: { vi: { name: values.name_vi }, en: { name: values.name_en } } };
    const path = { attribute_id: attributeId };
    if (term)
      await call("PUT wc/products/attributes/{attribute_id}/terms/{id}", { path: { ...path, id: term.id }, body, key });
    else
      await call("POST wc/products/attributes/{attribute_id}/terms", {
        ...{ path, key },
        body: { ...body, name: values.name_vi, menu_order: count + 1 },
      });
    await finish(t("actions.saved"));
  });
  const remove = useAction(async (key) => {
    const path = { attribute_id: attributeId, id: term?.id ?? 0 };
    await call("DELETE wc/products/attributes/{attribute_id}/terms/{id}", { path, query: { force: true }, key });
    await finish(t("actions.deleted", { name: term?.name ?? "" }));
  });
  return (
    <RecordSheet
      title={term ? term.name : t("attributes.add_term")}
      draft={draft}
      save={save}
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
          ...{ text: t("attributes.delete_term_text", { count: term.count }), action: remove },
        }
      }
      onClose={onClose}
    >
      <BothNames values={values} error={save.error?.fields.name} onChange={change} />
    </RecordSheet>
  );
}
