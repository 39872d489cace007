import { useState } from "react";
import type { GiftRule } from "#contract/backoffice/gifts.ts";
import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { labelledError, labelsIn } from "#backoffice/api/labelled-error.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { parseAmount, typedAmountText } from "#backoffice/components/amount.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { RecordSheet } from "#backoffice/versions/record-sheet.tsx";
import { formatDay } from "#backoffice/i18n/formats.ts";
import { type TextOf, useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { hasChanged, imageText, RecordConflict } from "#backoffice/versions/record-conflict.tsx";
import { type LoadedRecord, useRecordForm } from "#backoffice/versions/use-record-form.ts";
import { BothNames, type NameValues } from "./both-names.tsx";
import { GiftScope, type ScopeValues } from "./gift-scope.tsx";
import { type FieldImage, ImageField } from "./image-field.tsx";
import { useCategories } from "#backoffice/categories/use-categories.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

interface GiftForm extends NameValues, ScopeValues {
  image: FieldImage | null;
  quantity: string;
  min_amount: string;
  starts_on: string;
  ends_on: string;
}

const formOf = (gift: GiftRule | null): GiftForm => ({
  name_vi: gift?.name.vi ?? "",
  name_en: gift?.name.en ?? "",
  image: gift?.image ?? null,
  quantity: String(gift?.quantity ?? 1),
  min_amount: gift?.min_amount ? String(gift.min_amount) : "",
  starts_on: gift?.starts_on ?? "",
  ends_on: gift?.ends_on ?? "",
  everywhere: gift?.everywhere ?? false,
  category_ids: gift?.categories.map(({ id }) => id).toSorted((one, other) => one - other) ?? [],
  products: gift?.products ?? [],
});

const bodyOf = (values: GiftForm, replace: boolean) => ({
  name: { vi: values.name_vi, en: values.name_en },
  image_id: values.image?.id ?? 0,
  quantity: Number(values.quantity),
  min_amount: values.min_amount.trim() ? (parseAmount(values.min_amount) ?? 0) : null,
  starts_on: values.starts_on || null,
  ends_on: values.ends_on || null,
  everywhere: values.everywhere,
  category_ids: [...values.category_ids],
  product_ids: values.products.map(({ id }) => id),
  replace,
});

interface ConditionsProps {
  values: GiftForm;
  errors: Record<string, string>;
  onChange: (fields: Partial<GiftForm>) => void;
}

function Conditions({ values, errors, onChange }: ConditionsProps) {
  const t = useTexts();
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          label={t("gifts.quantity")}
          inputMode="numeric"
          pattern="[1-9][0-9]?"
          required
          value={values.quantity}
          error={errors.quantity}
          hint={t(values.min_amount.trim() ? "gifts.per_order" : "gifts.per_unit")}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
        <AmountField
          label={t("gifts.min_amount")}
          value={values.min_amount}
          error={errors.min_amount}
          hint={t("gifts.min_amount_hint")}
          onChange={(typed) => onChange({ min_amount: typed })}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-3 [&_input[type=date]]:px-2">
        <TextField
          label={t("gifts.starts_on")}
          type="date"
          value={values.starts_on}
          error={errors.starts_on}
          onChange={(event) => onChange({ starts_on: event.target.value })}
        />
        <TextField
          label={t("gifts.ends_on")}
          type="date"
          min={values.starts_on || undefined}
          value={values.ends_on}
          error={errors.ends_on}
          onChange={(event) => onChange({ ends_on: event.target.value })}
        />
      </div>
    </>
  );
}

const refresh = () => invalidate("GET bo/gifts", "GET wc/products/categories");

interface GiftSheetProps {
  /** null: a new one */
  gift: GiftRule | null;
  onClose: () => void;
}

const labelsOf = (t: TextOf): Record<keyof GiftForm, string> => ({
  ...{ name_vi: t("taxonomies.name_vi"), name_en: t("taxonomies.name_en"), image: t("taxonomies.image") },
  ...{ quantity: t("gifts.quantity"), min_amount: t("gifts.min_amount") },
  ...{ starts_on: t("gifts.starts_on"), ends_on: t("gifts.ends_on") },
  ...{ everywhere: t("gifts.everywhere"), category_ids: t("nav.categories"), products: t("gifts.products") },
});

/** The label of a field by its name in the request. */
const requestLabel =
  (labels: Record<keyof GiftForm, string>) =>
  (path: string): string | undefined =>
    path === "name[en]"
      ? labels.name_en
      : labelsIn({ ...labels, image_id: labels.image, product_ids: labels.products })(path);

/** The fields of a gift as text, where they are no text. */
function useGiftTexts(): (field: keyof GiftForm, form: GiftForm) => string | null {
  const t = useTexts();
  const categories = useCategories().data?.data ?? [];
  return (field, form) => {
    if (field === "image") return imageText(form.image);
    if (field === "min_amount") return typedAmountText(form.min_amount);
    if (field === "starts_on" || field === "ends_on") return form[field] && formatDay(form[field]);
    if (field === "everywhere") return t(form.everywhere ? "conflict.yes" : "conflict.no");
    if (field === "products") return form.products.map(({ name }) => name).join(", ");
    if (field === "category_ids")
      return form.category_ids.map((id) => categories.find((one) => one.id === id)?.name ?? `#${id}`).join(", ");
    return null;
  };
}

interface GiftFormOptions extends GiftSheetProps {
  name: string;
  replaces: boolean;
}

const loadedGift = (gift: GiftRule): LoadedRecord<GiftForm> => ({ form: formOf(gift), etag: `"${gift.version}"` });

function useGiftForm({ gift, name, replaces, onClose }: GiftFormOptions) {
  const t = useTexts();
  const slug = gift?.slug ?? "";
  const finish = async (done: string) => {
    await refresh();
    onClose();
    reportDone(done);
  };
  // as it was when the sheet opened: the list behind it is read again
  const [opened] = useState<LoadedRecord<GiftForm>>(() =>
    gift ? loadedGift(gift) : { form: formOf(null), etag: null },
  );
  return useRecordForm<GiftForm>(`gift-${gift?.slug ?? "new"}`, opened, {
    conflicts: "merged",
    load: async ({ current }) => loadedGift(current as GiftRule),
    store: (key, form, { etag: ifMatch }) => {
      const body = bodyOf(form, replaces);
      return gift
        ? call("PUT bo/gifts/{slug}", { path: { slug }, body, key, ifMatch })
        : call("POST bo/gifts", { body, key });
    },
    onSaved: () => finish(t("actions.saved")),
    remove: async (key, ifMatch) => {
      await call("DELETE bo/gifts/{slug}", { path: { slug }, key, ifMatch });
      await finish(t("actions.deleted", { name }));
    },
  });
}

/** A free gift with its rule. */
export function GiftSheet({ gift, onClose }: GiftSheetProps) {
  const t = useTexts();
  const [replaces, setReplaces] = useState(false);
  const name = gift?.name[useLanguage()] ?? "";
  const record = useGiftForm({ gift, name, replaces, onClose });
  const { values, change, save } = record;
  const textOf = useGiftTexts();
  const labels = labelsOf(t);
  const failure = save.error && labelledError(save.error, requestLabel(labels));
  const errors = failure?.fields ?? {};
  return (
    <RecordSheet
      title={gift ? name : t("gifts.add")}
      logged={gift ? `gift:${gift.slug}` : undefined}
      draft={record.draft}
      save={save}
      conflict={hasChanged(record) && <RecordConflict record={record} labels={labels} textOf={textOf} />}
      failure={null}
      deletion={
        gift && {
          ...{ label: t("gifts.delete"), title: t("gifts.delete_title", { name: name }), action: record.deletion },
          text: t("gifts.delete_text", { categories: gift.categories.length, products: gift.products.length }),
        }
      }
      onClose={onClose}
    >
      <BothNames values={values} error={errors.name} onChange={change} />
      <ImageField
        label={t("taxonomies.image")}
        image={values.image}
        error={errors.image_id && !values.image ? t("gifts.image_required") : undefined}
        onChange={(image) => change({ image })}
      />
      <GiftScope values={values} errors={errors} onChange={change} />
      <Conditions values={values} errors={errors} onChange={change} />
      {Object.keys(errors).length === 0 && <Failure error={failure} />}
      {(replaces || save.error?.code === "lianne_gift_taken") && (
        <Checkbox
          label={t("gifts.replace")}
          checked={replaces}
          onChange={(event) => setReplaces(event.target.checked)}
        />
      )}
    </RecordSheet>
  );
}
