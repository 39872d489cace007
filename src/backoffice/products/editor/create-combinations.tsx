import { useState } from "react";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useEditor } from "./editor-context.ts";
import {
  byCombination,
  type CellField,
  cellKey,
  hasNothingForSale,
  isIncluded,
  type Matrix,
  combinationsOf,
  withIncluded,
} from "./matrix.ts";

/**
 * Creates all combinations that are not for sale yet. For the first ones price and quantity are offered that the product had
 * before it got variations.
 */
export function CreateCombinations({ matrix }: { matrix: Matrix }) {
  const t = useTexts();
  const { base, form, change, readOnly } = useEditor();
  const [typed, setTyped] = useState<{ regular_price?: string; quantity?: string }>({});
  const variations = byCombination(form, base.variations);
  const missing = combinationsOf(matrix).filter((key) => !isIncluded(form, key, variations.get(key)));
  if (readOnly || missing.length === 0) return null;
  const first = hasNothingForSale(form, base.variations);
  const offered = {
    regular_price: typed.regular_price ?? form.regular_price,
    quantity: typed.quantity ?? (form.manage_stock ? form.stock : ""),
  };
  const create = () => {
    const filled = (Object.entries(offered) as [CellField, string][]).filter(([, value]) => first && value !== "");
    // one in the trash comes back with its own values
    const fresh = missing.filter((key) => !variations.has(key));
    const cells = fresh.flatMap((key) => filled.map(([field, value]) => [cellKey(key, field), value]));
    change({
      ...withIncluded(form, missing, { include: true, variations }),
      cells: { ...form.cells, ...Object.fromEntries(cells) },
    });
  };
  return (
    <div className="space-y-3">
      {first && (
        <>
          <Alert tone="warning">{t("options.nothing_for_sale")}</Alert>
          <div className="grid grid-cols-2 gap-4">
            <AmountField
              label={t("options.price_of_each")}
              value={offered.regular_price}
              onChange={(text) => setTyped({ ...typed, regular_price: text })}
            />
            <TextField
              label={t("options.quantity_of_each")}
              inputMode="numeric"
              autoComplete="off"
              value={offered.quantity}
              onChange={(event) => setTyped({ ...typed, quantity: event.target.value })}
            />
          </div>
        </>
      )}
      <Button look="secondary" wide onClick={create}>
        {t("options.create_all", { count: missing.length })}
      </Button>
    </div>
  );
}
