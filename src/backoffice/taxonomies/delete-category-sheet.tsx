import { useState } from "react";
import { Button } from "#design/button.tsx";
import { SelectField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { offerUndo } from "#backoffice/layout/undo-toast.tsx";
import { type ComparedFields, ComparedVersions } from "#backoffice/versions/compared-versions.tsx";
import { OpenedRecord } from "#backoffice/versions/opened-record.tsx";
import { imageText } from "#backoffice/versions/record-conflict.tsx";
import { treeRows } from "./category-tree.ts";
import { TreeOptions } from "./tree-options.tsx";
import {
  isDefaultCategory,
  parentName,
  readCategory,
  type StaffCategory,
} from "#backoffice/categories/use-categories.ts";

const refresh = () => invalidate("GET wc/products/categories", "GET bo/gifts", "GET bo/product-lists");

interface DeleteCategorySheetProps {
  category: StaffCategory;
  all: readonly StaffCategory[];
  onDeleted: () => void;
  onClose: () => void;
}

type DeletionFormProps = DeleteCategorySheetProps & { etag: string | null };

/** Deletes a category: its products move to the chosen one. It can be undone for 10 s. */
export function DeleteCategorySheet(props: DeleteCategorySheetProps) {
  const t = useTexts();
  const { category, onClose } = props;
  const { id, name } = category;
  return (
    <OpenedRecord
      title={t("categories.delete_title", { name })}
      name={`category-deletion-${id}`}
      read={() => readCategory(id)}
      onClose={onClose}
    >
      {(record, etag) => <DeletionForm {...props} category={record} etag={etag} />}
    </OpenedRecord>
  );
}

/** What another person may have changed since the sheet was opened. */
const comparedFields = (t: TextOf, category: StaffCategory, all: readonly StaffCategory[]): ComparedFields => [
  [t("taxonomies.name_vi"), category.translations.vi.name],
  [t("taxonomies.name_en"), category.translations.en.name],
  [t("taxonomies.text_vi"), category.translations.vi.description],
  [t("taxonomies.text_en"), category.translations.en.description],
  [t("categories.parent"), parentName(t, category.parent, all)],
  [t("categories.kind"), t(`categories.kind_${category.kind}`)],
  [t("categories.gift"), category.gift?.name ?? ""],
  [t("taxonomies.image"), imageText(category.image)],
];

function useDeletion({ category, etag: ifMatch, onDeleted }: DeletionFormProps, target: string) {
  const t = useTexts();
  const { id, name } = category;
  return useAction(async (key) => {
    const body = target ? { target: Number(target) } : {};
    const { data } = await call("POST bo/categories/{id}/delete", { path: { id }, body, key, ifMatch });
    offerUndo({
      message: t("categories.deleted", { name }),
      undo: async (undoKey) => {
        await call("POST bo/category-deletions/{id}/undo", { path: { id: data.id }, key: undoKey });
        await refresh();
      },
    });
    await refresh();
    onDeleted();
  });
}

function DeletionForm(props: DeletionFormProps) {
  const { category, all, onClose } = props;
  const t = useTexts();
  const { id, name } = category;
  const [target, setTarget] = useState("");
  const usage = useApi("GET bo/categories/{id}/usage", { path: { id } });
  const remove = useDeletion(props, target);
  const rows = treeRows(all.filter((one) => !isDefaultCategory(one)));
  const byDefault = all.find(isDefaultCategory);
  if (remove.error?.status === 412)
    return (
      <ComparedVersions
        title={t("conflict.record_title")}
        loaded={comparedFields(t, category, all)}
        current={comparedFields(t, remove.error.current as StaffCategory, all)}
        onClose={() => {
          void refresh();
          // the sheet of the category reads it again
          onClose();
        }}
      />
    );
  return (
    <Sheet title={t("categories.delete_title", { name })} onClose={onClose}>
      <Loaded query={usage}>
        {({ products, only_here, children }) => (
          <form
            className="space-y-4"
            onSubmit={(event) => {
              event.preventDefault();
              void remove.run();
            }}
          >
            <ul className="list-disc space-y-1 pl-5 text-sm text-taupe">
              <li>
                {products === 0 ? t("categories.no_products") : t("categories.has_products", { count: products })}
              </li>
              {products > 0 && <li>{t("categories.only_here", { count: only_here })}</li>}
              {children > 0 && <li>{t("categories.children_move_up", { count: children })}</li>}
            </ul>
            {products > 0 && (
              <SelectField
                label={t("categories.target")}
                required
                value={target}
                error={remove.error?.fields.target}
                onChange={(event) => setTarget(event.target.value)}
              >
                <option value="">{t("categories.choose_target")}</option>
                <TreeOptions rows={rows.filter((row) => row.id !== id)} />
                {byDefault && (
                  <option value={byDefault.id}>{t("categories.default_target", { name: byDefault.name })}</option>
                )}
              </SelectField>
            )}
            {!remove.error?.fields.target && <Failure error={remove.error} />}
            <Button type="submit" wide busy={remove.busy}>
              {t("categories.delete")}
            </Button>
            <Button look="secondary" wide onClick={onClose}>
              {t("actions.back")}
            </Button>
          </form>
        )}
      </Loaded>
    </Sheet>
  );
}
