import { Button } from "#design/button.tsx";
import { SelectField, TextAreaField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { RecordSheet } from "#backoffice/versions/record-sheet.tsx";
import { type TextOf, useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { BothNames, type NameValues } from "./both-names.tsx";
import { type TreeRow, treeRows } from "./category-tree.ts";
import { type FieldImage, ImageField } from "./image-field.tsx";
import { TreeOptions } from "./tree-options.tsx";
import {
  isDefaultCategory,
  parentName,
  readCategory,
  type StaffCategory,
} from "#backoffice/categories/use-categories.ts";
import { OpenedRecord } from "#backoffice/versions/opened-record.tsx";
import { hasChanged, imageText, RecordConflict } from "#backoffice/versions/record-conflict.tsx";
import { useRecordForm } from "#backoffice/versions/use-record-form.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";
import { FailedPart } from "#backoffice/components/failed-part.tsx";

interface CategoryFields extends NameValues {
  description_vi: string;
  description_en: string;
  kind: StaffCategory["kind"];
  /** slug; "" for none */
  gift: string;
  image: FieldImage | null;
  parent: number;
}

const kinds = ["jewelry", "gift", "hidden"] as const;

const formOf = (category: StaffCategory | null): CategoryFields => ({
  name_vi: category?.translations.vi.name ?? "",
  name_en: category?.translations.en.name ?? "",
  description_vi: category?.translations.vi.description ?? "",
  description_en: category?.translations.en.description ?? "",
  kind: category?.kind ?? "jewelry",
  gift: category?.gift?.slug ?? "",
  image: category?.image ?? null,
  parent: category?.parent ?? 0,
});

/** The fields that differ, in the shape of `wc/v3`: what another person changes meanwhile stays. */
function changesOf(before: CategoryFields, after: CategoryFields, isNew: boolean) {
  const texts = (lang: "vi" | "en") => ({
    ...(isNew || after[`name_${lang}`] !== before[`name_${lang}`] ? { name: after[`name_${lang}`] } : {}),
    ...(after[`description_${lang}`] !== before[`description_${lang}`]
      ? { description: after[`description_${lang}`] }
      : {}),
  });
  return {
    translations: { vi: texts("vi"), en: texts("en") },
    ...(after.kind !== before.kind ? { kind: after.kind } : {}),
    ...(after.gift !== before.gift ? { gift: after.gift ? { slug: after.gift } : null } : {}),
    ...(after.image?.id !== before.image?.id ? { image: after.image ? { id: after.image.id } : {} } : {}),
  };
}

function GiftField({ value, onChange }: { value: string; onChange: (slug: string) => void }) {
  const t = useTexts();
  const lang = useLanguage();
  const gifts = useApi("GET bo/gifts", {});
  const usual = gifts.data?.data.filter(
    ({ min_amount, starts_on, ends_on }) => min_amount === null && starts_on === null && ends_on === null,
  );
  return (
    <div>
      <SelectField
        label={t("categories.gift")}
        hint={t("categories.gift_hint")}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t("categories.no_gift")}</option>
        {value && !usual?.some(({ slug }) => slug === value) && <option value={value}>{value}</option>}
        {usual?.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name[lang]}
          </option>
        ))}
      </SelectField>
      <FailedPart query={gifts} />
    </div>
  );
}

interface ParentFieldProps {
  value: number;
  rows: readonly TreeRow<StaffCategory>[];
  onChange: (parent: number) => void;
}

const ParentField = ({ value, rows, onChange }: ParentFieldProps) => {
  const t = useTexts();
  return (
    <SelectField
      label={t("categories.parent")}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      <option value={0}>{t("categories.top")}</option>
      <TreeOptions rows={rows} />
    </SelectField>
  );
};

interface KindAndGiftProps {
  values: CategoryFields;
  error: string | undefined;
  onChange: (fields: Partial<CategoryFields>) => void;
}

/** What the default category has not. */
function KindAndGift({ values, error, onChange }: KindAndGiftProps) {
  const t = useTexts();
  return (
    <>
      <SelectField
        label={t("categories.kind")}
        value={values.kind}
        error={error}
        onChange={(event) => onChange({ kind: kinds.find((kind) => kind === event.target.value) ?? "jewelry" })}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`categories.kind_${kind}`)}
          </option>
        ))}
      </SelectField>
      <GiftField value={values.gift} onChange={(gift) => onChange({ gift })} />
    </>
  );
}

interface CategorySheetProps {
  /** null: a new one */
  category: StaffCategory | null;
  all: readonly StaffCategory[];
  onDelete: () => void;
  onClose: () => void;
}

/** The texts, image, kind and free gift of a category. */
export function CategorySheet(props: CategorySheetProps) {
  const { category, onClose } = props;
  if (!category) return <CategoryForm {...props} etag={null} />;
  const { id, name } = category;
  return (
    <OpenedRecord title={name} name={`category-${id}`} read={() => readCategory(id)} onClose={onClose}>
      {(record, etag) => <CategoryForm {...props} category={record} etag={etag} />}
    </OpenedRecord>
  );
}

const labelsOf = (t: TextOf): Record<keyof CategoryFields, string> => ({
  ...{ name_vi: t("taxonomies.name_vi"), name_en: t("taxonomies.name_en") },
  ...{ description_vi: t("taxonomies.text_vi"), description_en: t("taxonomies.text_en") },
  ...{ image: t("taxonomies.image"), parent: t("categories.parent") },
  ...{ kind: t("categories.kind"), gift: t("categories.gift") },
});

type CategoryFormProps = CategorySheetProps & { etag: string | null };

function useCategoryForm({ category, etag, all, onClose }: CategoryFormProps) {
  const t = useTexts();
  return useRecordForm<CategoryFields>(
    `category-${category?.id ?? "new"}`,
    { form: formOf(category), etag },
    {
      conflicts: "merged",
      load: async () => {
        const now = await readCategory(category?.id ?? 0);
        return { form: formOf(now.data), etag: now.etag };
      },
      store: async (key, form, known) => {
        const body = changesOf(known.form, form, category === null);
        if (category) {
          const ifMatch = known.etag;
          return call("PUT wc/products/categories/{id}", { path: { id: category.id }, body, key, ifMatch });
        }
        const { name_vi: name, parent } = form;
        // last among its siblings
        const own = all.filter((one) => !isDefaultCategory(one));
        const menu_order = Math.max(0, ...own.map((one) => one.menu_order)) + 1;
        return call("POST wc/products/categories", { body: { ...body, name, parent, menu_order }, key });
      },
      onSaved: async () => {
        await invalidate("GET wc/products/categories", "GET bo/gifts");
        onClose();
        reportDone(t("actions.saved"));
      },
    },
  );
}

/** The fields of a category as text, where they are no text. */
function useCategoryTexts(
  all: readonly StaffCategory[],
): (field: keyof CategoryFields, form: CategoryFields) => string | null {
  const t = useTexts();
  const lang = useLanguage();
  const gifts = useApi("GET bo/gifts", {}).data?.data ?? [];
  return (field, form) => {
    if (field === "kind") return t(`categories.kind_${form.kind}`);
    if (field === "image") return imageText(form.image);
    if (field === "parent") return parentName(t, form.parent, all);
    if (field === "gift") return gifts.find(({ slug }) => slug === form.gift)?.name[lang] ?? form.gift;
    return null;
  };
}

function CategoryForm(props: CategoryFormProps) {
  const { category, all, onDelete, onClose } = props;
  const t = useTexts();
  const isDefault = category !== null && isDefaultCategory(category);
  const record = useCategoryForm(props);
  const { values, change, save } = record;
  const textOf = useCategoryTexts(all);
  const fields = save.error?.fields ?? {};
  const labels = labelsOf(t);
  return (
    <RecordSheet
      title={category ? category.name : t("categories.add")}
      logged={category ? `category:${category.id}` : undefined}
      draft={record.draft}
      save={save}
      labels={labels}
      conflict={hasChanged(record) && <RecordConflict record={record} labels={labels} textOf={textOf} />}
      more={
        category &&
        !isDefault && (
          <Button look="quiet" wide className="text-danger" onClick={onDelete}>
            {t("categories.delete")}
          </Button>
        )
      }
      onClose={onClose}
    >
      <BothNames values={values} error={fields.name} onChange={change} />
      {(["vi", "en"] as const).map((lang) => (
        <TextAreaField
          key={lang}
          label={t(`taxonomies.text_${lang}`)}
          lang={lang}
          maxLength={20_000}
          value={values[`description_${lang}`]}
          error={lang === "vi" ? fields.description : undefined}
          onChange={(event) => change({ [`description_${lang}`]: event.target.value })}
        />
      ))}
      <ImageField
        label={t("taxonomies.image")}
        image={values.image}
        error={fields.image}
        onRemove={() => change({ image: null })}
        onChange={(image) => change({ image })}
      />
      {!category && (
        <ParentField
          value={values.parent}
          rows={treeRows(all.filter((one) => !isDefaultCategory(one)))}
          onChange={(parent) => change({ parent })}
        />
      )}
      {isDefault ? (
        <p className="bg-sand p-3 text-sm">{t("categories.default_text")}</p>
      ) : (
        <KindAndGift values={values} error={fields.kind} onChange={change} />
      )}
    </RecordSheet>
  );
}
