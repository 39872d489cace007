import { useState } from "react";
import type { GiftRule } from "#contract/backoffice/gifts.ts";
import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { parseAmount } from "#backoffice/components/amount.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { RecordSheet } from "#backoffice/components/record-sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { BothNames, type NameValues } from "./both-names.tsx";
import { GiftScope, type ScopeValues } from "./gift-scope.tsx";
import { type FieldImage, ImageField } from "./image-field.tsx";
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
  category_ids: gift?.categories.map(({ id }) => id) ?? [],
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
      <div className="grid grid-cols-2 items-start gap-3">
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

/** A free gift with its rule. */
export function GiftSheet({ gift, onClose }: GiftSheetProps) {
  const t = useTexts();
  const [replaces, setReplaces] = useState(false);
  const draft = useDraft<GiftForm>(`gift-${gift?.slug ?? "new"}`, formOf(gift));
  const { values, change } = draft;
  const name = gift?.name[useLanguage()] ?? "";
  const save = useAction(async (key) => {
    const body = bodyOf(values, replaces);
    if (gift) await call("PUT bo/gifts/{slug}", { path: { slug: gift.slug }, body, key });
    else await call("POST bo/gifts", { body, key });
    draft.discard();
    await refresh();
    onClose();
    reportDone(t("actions.saved"));
  });
  const remove = useAction(async (key) => {
    if (!gift) return;
    await call("DELETE bo/gifts/{slug}", { path: { slug: gift.slug }, key });
    await refresh();
    onClose();
    reportDone(t("actions.deleted", { name: name }));
  });
  const errors = save.error?.fields ?? {};
  return (
    <RecordSheet
      title={gift ? name : t("gifts.add")}
      draft={draft}
      save={save}
      failure={null}
      deletion={
        gift && {
          ...{ label: t("gifts.delete"), title: t("gifts.delete_title", { name: name }), action: remove },
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
      {Object.keys(errors).length === 0 && <Failure error={save.error} />}
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
