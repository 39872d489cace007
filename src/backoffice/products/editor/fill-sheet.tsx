import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useEditor } from "./editor-context.ts";
import { type CellField, cellKey, isIncluded, withIncluded } from "./matrix.ts";
import type { EditedVariation } from "./records.ts";

/** A row or column of the matrix. */
export interface FillTarget {
  label: string;
  keys: readonly string[];
  /** the combinations of the column to its left, whose stock it can share */
  left: readonly string[] | null;
}

interface FillSheetProps {
  target: FillTarget;
  variations: ReadonlyMap<string, EditedVariation>;
  onClose: () => void;
}

const isStored = (variation: EditedVariation | undefined): variation is EditedVariation =>
  variation !== undefined && variation.status !== "trash";

const isUnits = (text: string): boolean => /^\d{1,7}$/.test(text);

interface SharingProps extends Pick<FillSheetProps, "target" | "variations"> {
  /** of each part that leaves a shared stock */
  quantity: string;
  /** of each part that stays */
  rest: string;
  onRest: (rest: string) => void;
  onWrite: (cells: Record<string, string>) => void;
}

/** Lets a column sell the same units as the column to its left, or ends that. */
function Sharing({ target: { keys, left }, variations, quantity, rest, onRest, onWrite }: SharingProps) {
  const t = useTexts();
  const pairs = keys.flatMap((key, index) => {
    const [own, other] = [variations.get(key), variations.get(left?.[index] ?? "")];
    return isStored(own) && isStored(other) ? [{ own, other }] : [];
  });
  if (pairs.length === 0) return null;
  const shared = pairs.every(({ own, other }) => own.shares_stock_with === other.id);
  const share = () =>
    onWrite(Object.fromEntries(pairs.map(({ own, other }) => [cellKey(own.id, "shares"), String(other.id)])));
  /** each part needs its quantity, which can be changed in its cell: the units of the whole stock would otherwise be sold twice */
  const split = () =>
    onWrite(
      Object.fromEntries(
        pairs.flatMap(({ own, other }) => [
          [cellKey(own.id, "shares"), "0"],
          [cellKey(own.id, "quantity"), quantity],
          [cellKey(other.id, "quantity"), rest],
        ]),
      ),
    );
  return (
    <div className="space-y-2 border-t border-line pt-4">
      <p className="text-sm text-taupe">{t(shared ? "options.split_text" : "options.share_text")}</p>
      {shared && (
        <TextField
          label={t("options.split_rest")}
          inputMode="numeric"
          autoComplete="off"
          value={rest}
          onChange={(event) => onRest(event.target.value)}
        />
      )}
      <Button
        look="secondary"
        wide
        disabled={shared && !(isUnits(quantity) && isUnits(rest))}
        onClick={shared ? split : share}
      >
        {t(shared ? "options.split" : "options.share")}
      </Button>
    </div>
  );
}

/** One of the product's images. */
function ImageChoice({ value, onChange }: { value: string; onChange: (image: string) => void }) {
  const t = useTexts();
  const { form } = useEditor();
  return (
    <SelectField label={t("options.image")} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">–</option>
      {form.images.map(({ id, vi }, index) => (
        <option key={id} value={id}>
          {t("images.image", { number: index + 1 })} · {vi}
        </option>
      ))}
    </SelectField>
  );
}

/** Creates, leaves out, prices and stocks all combinations of a row or column; the images of variations are assigned here too. */
export function FillSheet({ target, variations, onClose }: FillSheetProps) {
  const { label, keys } = target;
  const t = useTexts();
  const { form, change, base } = useEditor();
  const draft = useDraft(`fill-${base.product.id}-${label}`, {
    ...{ regular_price: "", sale_price: "", quantity: "", place: "", image: "", rest: "" },
  });
  const { rest, ...values } = draft.values;
  const included = keys.filter((key) => isIncluded(form, key, variations.get(key)));
  const write = (cells: Record<string, string>) => {
    change({ cells: { ...form.cells, ...cells } });
    draft.discard();
    onClose();
  };
  const cellFor = (key: string, field: CellField) => {
    const variation = variations.get(key);
    return cellKey(isStored(variation) ? variation.id : key, field);
  };
  const apply = () => {
    const filled = Object.entries(values).filter(([, value]) => value !== "") as [CellField, string][];
    write(Object.fromEntries(included.flatMap((key) => filled.map(([field, value]) => [cellFor(key, field), value]))));
  };
  const include = (on: boolean) => {
    change(withIncluded(form, keys, { include: on, variations }));
    onClose();
  };
  return (
    <Sheet title={label} onClose={onClose}>
      <div className="space-y-4">
        <DraftOffer draft={draft} />
        <div className="flex flex-wrap gap-3">
          <Button
            look="secondary"
            size="small"
            disabled={included.length === keys.length}
            onClick={() => include(true)}
          >
            {t("options.create_all", { count: keys.length - included.length })}
          </Button>
          <Button look="secondary" size="small" disabled={included.length === 0} onClick={() => include(false)}>
            {t("options.leave_out_all", { count: included.length })}
          </Button>
        </div>
        {(["regular_price", "sale_price"] as const).map((field) => (
          <AmountField
            key={field}
            label={t(`products.${field}`)}
            value={values[field]}
            onChange={(typed) => draft.change({ [field]: typed })}
          />
        ))}
        {(["quantity", "place"] as const).map((field) => (
          <TextField
            key={field}
            label={t(`products.${field}`)}
            inputMode={field === "quantity" ? "numeric" : "text"}
            autoComplete="off"
            value={values[field]}
            onChange={(event) => draft.change({ [field]: event.target.value })}
          />
        ))}
        <ImageChoice value={values.image} onChange={(image) => draft.change({ image })} />
        <Button
          wide
          onClick={apply}
          disabled={included.length === 0 || Object.values(values).every((one) => one === "")}
        >
          {t("options.apply", { count: included.length })}
        </Button>
        <Sharing
          {...{ target, variations, rest }}
          quantity={values.quantity}
          onRest={(typed) => draft.change({ rest: typed })}
          onWrite={write}
        />
      </div>
    </Sheet>
  );
}
