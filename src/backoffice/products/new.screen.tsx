import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { labelledError } from "#backoffice/api/labelled-error.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { parseAmount } from "#backoffice/components/amount.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card, Page } from "#backoffice/components/page.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { useUnsavedForm } from "#backoffice/device/unsaved-forms.ts";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { CategoryField } from "#backoffice/categories/category-field.tsx";
import { MovingTile, UploadTile } from "./editor/image-tile.tsx";
import { FileButton } from "./editor/images-section.tsx";
import { productLabel } from "./editor/product-error.ts";
import { LabelCheck } from "./editor/publish-check.tsx";
import { useUploads } from "./editor/use-uploads.ts";
import { SharedImagesOffer } from "./shared-images-offer.tsx";

interface NewProduct {
  vi: string;
  en: string;
  price: string;
  category: string;
  stock: string;
  images: { id: number; src: string }[];
}
const blank: NewProduct = { vi: "", en: "", price: "", category: "", stock: "1", images: [] };

const isUnits = (stock: string): boolean => /^\d{0,7}$/.test(stock);

function bodyOf({ vi, en, price, category, stock, images }: NewProduct, publish: boolean) {
  const amount = parseAmount(price);
  return {
    name: vi,
    translations: { vi: { name: vi }, ...(en ? { en: { name: en } } : {}) },
    status: publish ? ("publish" as const) : ("draft" as const),
    ...(typeof amount === "number" ? { regular_price: String(amount) } : {}),
    ...(category ? { categories: [{ id: Number(category) }] } : {}),
    ...(stock === "" ? {} : { manage_stock: true, stock_quantity: Number(stock) }),
    images: images.map(({ id }) => ({
      id,
      alt_confirmed: false,
      translations: { vi: { alt: vi }, en: { alt: en || vi } },
    })),
  };
}

function Fields({ values, change, errors }: NewProductFieldsProps) {
  const t = useTexts();
  return (
    <>
      <TextField
        label={`${t("editor.name")} · ${t("editor.vietnamese")}`}
        required
        lang="vi"
        autoComplete="off"
        value={values.vi}
        error={errors.name}
        onChange={(event) => change({ vi: event.target.value })}
      />
      <TextField
        label={`${t("editor.name")} · ${t("editor.english")}`}
        lang="en"
        autoComplete="off"
        value={values.en}
        onChange={(event) => change({ en: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-4">
        <AmountField
          label={t("products.regular_price")}
          value={values.price}
          error={errors.regular_price}
          onChange={(price) => change({ price })}
        />
        <TextField
          label={t("products.quantity")}
          inputMode="numeric"
          autoComplete="off"
          value={values.stock}
          error={isUnits(values.stock) ? errors.stock_quantity : t("products.no_units")}
          onChange={(event) => change({ stock: event.target.value })}
        />
      </div>
      <CategoryField
        label={t("editor.categories")}
        value={values.category}
        none="–"
        error={errors.categories}
        onChange={(category) => change({ category })}
      />
    </>
  );
}

interface NewProductFieldsProps {
  values: NewProduct;
  change: (fields: Partial<NewProduct>) => void;
  errors: Record<string, string>;
}

interface NewImagesProps {
  images: NewProduct["images"];
  uploads: ReturnType<typeof useUploads>;
}

/** Places for photographs that are shown before there are any: a row. */
const places = ["first", "second", "third"] as const;

/** The photographs, and those on their way. */
function NewImages({ images, uploads: { uploads, add, retry, remove } }: NewImagesProps) {
  const t = useTexts();
  const moving = uploads.filter(({ error }) => error === null);
  const failed = uploads.filter(({ error }) => error !== null);
  return (
    <Card title={t("editor_tabs.images")}>
      <SharedImagesOffer uploading={uploads.length > 0} onAdd={add} />
      {/* a row of places from the beginning, and each photograph in one of them: the fields below do not move while they are uploaded */}
      <ul className="mb-3 grid grid-cols-3 gap-3">
        {images.map(({ id, src }) => (
          <li key={id}>
            <img src={src} alt="" className="aspect-4/5 w-full bg-sand object-cover" />
          </li>
        ))}
        {moving.map((upload, index) => (
          <MovingTile key={upload.key} upload={upload} position={images.length + index + 1} />
        ))}
        {places.slice(images.length + moving.length).map((place) => (
          <li key={place} aria-hidden="true" className="aspect-4/5 border border-dashed border-edge" />
        ))}
      </ul>
      <ul className="mb-3 space-y-3 empty:hidden">
        {failed.map((upload, index) => (
          <UploadTile
            key={upload.key}
            upload={upload}
            position={images.length + moving.length + index + 1}
            onRetry={() => retry(upload)}
            onRemove={() => remove(upload)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <FileButton label={t("images.camera")} camera onChange={(event) => add([...(event.target.files ?? [])])} />
        <FileButton label={t("images.choose")} onChange={(event) => add([...(event.target.files ?? [])])} />
      </div>
    </Card>
  );
}

/** From photograph to sale: images, name, price, stock and category; everything else follows in the editor. */
export default function NewProductScreen() {
  const t = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const draft = useDraft("new-product", blank);
  const { values, change } = draft;
  const [publish, setPublish] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const reportUploads = useUnsavedForm();
  const uploads = useUploads(({ id, src }) => change(({ images }) => ({ images: [...images, { id, src }] })));
  const create = useAction(async (key) => {
    const { data } = await call("POST wc/products", { body: bodyOf(values, publish), key });
    await invalidate("GET bo/product-lists");
    draft.discard();
    reportUploads(false);
    void navigate(`/products/${(data as { id: number }).id}${search}`, { replace: true });
  });
  const uploading = uploads.uploads.some(({ error }) => !error);
  // an image becomes a value of the form when its upload is complete
  useEffect(() => reportUploads(uploading));
  return (
    <Page title={t("products.new")} back={{ to: `/products${search}`, label: t("nav.products") }} width="form">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (publish) setConfirming(true);
          else void create.run();
        }}
      >
        <DraftOffer draft={draft} />
        <NewImages images={values.images} uploads={uploads} />
        <Card className="space-y-4">
          <Fields values={values} change={change} errors={create.error?.fields ?? {}} />
          <Checkbox
            label={t("products.publish_now")}
            checked={publish}
            onChange={(event) => setPublish(event.target.checked)}
          />
          <Failure error={create.error && labelledError(create.error, (path) => productLabel(t, path))} />
          <ServerButton
            type="submit"
            wide
            busy={create.busy}
            disabled={uploading || parseAmount(values.price) === undefined || !isUnits(values.stock)}
          >
            {t(publish ? "products.create_published" : "products.create_draft")}
          </ServerButton>
        </Card>
      </form>
      {confirming && (
        <LabelCheck
          specifications={null}
          action={create}
          onConfirm={() => void create.run().then(() => setConfirming(false))}
          onClose={() => setConfirming(false)}
        />
      )}
    </Page>
  );
}
