import { canFilter } from "#contract/filter-attributes.ts";
import { Checkbox } from "#design/choice.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { RecordSheet } from "#backoffice/components/record-sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { BothNames } from "./both-names.tsx";
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
export function AttributeSheet({ attribute, onSaved, onDeleted, onClose }: AttributeSheetProps) {
  const t = useTexts();
  const draft = useDraft(`attribute-${attribute?.id ?? "new"}`, {
    name_vi: attribute?.translations.vi.name ?? "",
    name_en: attribute?.translations.en.name ?? "",
    filter: attribute?.filter ?? false,
  });
  const { values, change } = draft;
  const terms = useTerms(attribute?.id ?? null);
  // while they load, and after a failure, their number is unknown
  const deleteText = terms.data
    ? t("attributes.delete_text", { terms: terms.data.data.length })
    : t("attributes.delete_uncounted");
  const isFilter = attribute !== null && canFilter(attribute.slug);
  const save = useAction(async (key) => {
    const translations = { vi: { name: values.name_vi }, en: { name: values.name_en } };
    const body = { translations, ...(isFilter ? { filter: values.filter } : {}) };
    const { data } = attribute
      ? await call("PUT wc/products/attributes/{id}", { path: { id: attribute.id }, body, key })
      : await call("POST wc/products/attributes", { body: { ...body, name: values.name_vi }, key });
    draft.discard();
    await refresh();
    onSaved((data as StaffAttribute).id);
    reportDone(t("actions.saved"));
  });
  const remove = useAction(async (key) => {
    if (!attribute) return;
    await call("DELETE wc/products/attributes/{id}", { path: { id: attribute.id }, query: { force: true }, key });
    await refresh();
    onDeleted();
    reportDone(t("actions.deleted", { name: attribute.name }));
  });
  return (
    <RecordSheet
      title={attribute ? attribute.name : t("attributes.add")}
      draft={draft}
      save={save}
      deletion={
        attribute && !isFilter
          ? {
              ...{ label: t("attributes.delete"), title: t("attributes.delete_title", { name: attribute.name }) },
              ...{ text: deleteText, action: remove },
            }
          : null
      }
      onClose={onClose}
    >
      <BothNames values={values} onChange={change} />
      {attribute && (
        <Checkbox
          label={t("attributes.filter")}
          hint={isFilter ? t("attributes.filter_hint") : t("attributes.no_filter_hint")}
          disabled={!isFilter}
          checked={values.filter}
          error={save.error?.fields.filter}
          onChange={(event) => change({ filter: event.target.checked })}
        />
      )}
    </RecordSheet>
  );
}
