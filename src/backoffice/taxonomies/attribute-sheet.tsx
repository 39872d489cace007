import { useState } from "react";
import { canFilter } from "#contract/filter-attributes.ts";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { BothNames } from "./both-names.tsx";
import type { StaffAttribute } from "./use-attributes.ts";

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
  const [isDeleting, setDeleting] = useState(false);
  const draft = useDraft(`attribute-${attribute?.id ?? "new"}`, {
    name_vi: attribute?.translations.vi.name ?? "",
    name_en: attribute?.translations.en.name ?? "",
    filter: attribute?.filter ?? false,
  });
  const { values, change } = draft;
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
  });
  const remove = useAction(async (key) => {
    if (!attribute) return;
    await call("DELETE wc/products/attributes/{id}", { path: { id: attribute.id }, query: { force: true }, key });
    await refresh();
    onDeleted();
  });
  if (isDeleting && attribute)
    return (
      <ConfirmSheet
        title={t("attributes.delete_title", { name: attribute.name })}
        text={t("attributes.delete_text")}
        confirm={t("attributes.delete")}
        action={remove}
        onConfirm={() => void remove.run()}
        onClose={() => setDeleting(false)}
      />
    );
  return (
    <Sheet title={attribute ? attribute.name : t("attributes.add")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <DraftOffer draft={draft} />
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
        <Failure error={save.error} />
        <Button type="submit" wide busy={save.busy}>
          {t("actions.save")}
        </Button>
        {attribute && !isFilter && (
          <Button look="quiet" wide className="text-danger" onClick={() => setDeleting(true)}>
            {t("attributes.delete")}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
