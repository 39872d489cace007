import { useId, useState } from "react";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { TypedAmount } from "#backoffice/components/amount-field.tsx";
import { groupDigits } from "#backoffice/components/amount.ts";
import { useEditor } from "./editor-context.ts";
import { FillSheet, type FillTarget } from "./fill-sheet.tsx";
import {
  byCombination,
  type CellField,
  cellKey,
  cellOf,
  isCellValid,
  isIncluded,
  type Matrix,
  storedCell,
  withIncluded,
} from "./matrix.ts";
import type { EditedVariation } from "./records.ts";

const fields = ["regular_price", "sale_price", "quantity", "place"] as const;
const isAmount = (field: CellField): boolean => field === "regular_price" || field === "sale_price";

/** The value of a cell, and its change. The owner is the variation, or the combination that will be created. */
export function useMatrixCell(key: string, variation: EditedVariation | undefined, field: CellField) {
  const { form, change, errors } = useEditor();
  const owner = variation && variation.status !== "trash" ? variation.id : key;
  const name = cellKey(owner, field);
  const stored = storedCell(variation?.status === "trash" ? undefined : variation, field);
  const typed = form.cells[name];
  const set = (text: string) => {
    const { [name]: _before, ...others } = form.cells;
    const same = text === stored || (isAmount(field) && text !== "" && text === groupDigits(stored));
    change({ cells: same ? others : { ...others, [name]: text } });
  };
  const valid = typed === undefined || isCellValid(name, typed);
  return { value: typed ?? stored, changed: typed !== undefined, valid, rejected: errors[name], stored, set };
}

const isPrice = (field: string): boolean => field === "regular_price" || field === "sale_price";

function ValueCell({ combination, variation, field }: ValueCellProps) {
  const t = useTexts();
  const errorId = useId();
  const { live, readOnly, lacks } = useEditor();
  const isLocked = (isPrice(field) && lacks.prices) || (field === "quantity" && lacks.stock);
  const { value, changed, valid, rejected, stored, set } = useMatrixCell(combination, variation, field);
  const error = valid ? rejected : t(isAmount(field) ? "products.no_number" : "products.no_units");
  const now = live.variations.find(({ id }) => id === variation?.id);
  const sold = field === "quantity" && now && variation ? Number(stored || 0) - Number(storedCell(now, field) || 0) : 0;
  return (
    <span className="block">
      <input
        aria-label={`${combination.replaceAll("\u001f", ", ")}: ${t(`products.${field}`)}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        inputMode={field === "quantity" ? "numeric" : "text"}
        autoComplete="off"
        placeholder="–"
        disabled={readOnly || isLocked}
        value={changed || !isAmount(field) ? value : groupDigits(value)}
        onChange={(event) => set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && changed) set(stored);
        }}
        className={classes(
          "tabular h-11 w-24 rounded-xs border px-2 text-sm lg:h-9",
          field === "place" ? "text-left" : "text-right",
          changed ? "bg-warning-tint" : error === undefined && "border-transparent hover:border-edge focus:border-ink",
          error === undefined ? changed && "border-warning" : "border-danger",
        )}
      />
      {isPrice(field) && changed && <TypedAmount typed={value} />}
      {error !== undefined && (
        <span id={errorId} className="block w-24 text-right text-xs text-danger">
          {error}
        </span>
      )}
      {sold !== 0 && now && (
        <span className="block text-right text-xs text-warning">
          {t("editor.stock_now", { sold, now: storedCell(now, field) })}
        </span>
      )}
    </span>
  );
}

interface ValueCellProps {
  combination: string;
  variation: EditedVariation | undefined;
  field: (typeof fields)[number];
}

interface CombinationProps {
  combination: string;
  variations: ReadonlyMap<string, EditedVariation>;
}

/** One combination: its values, or the button that creates it. */
function Combination({ combination, variations }: CombinationProps) {
  const t = useTexts();
  const { form, change, readOnly } = useEditor();
  const variation = variations.get(combination);
  const label = combination.replaceAll("\u001f", ", ");
  const include = (on: boolean) => change(withIncluded(form, [combination], { include: on, variations }));
  const { value: shares } = useMatrixCell(combination, variation, "shares");
  if (!isIncluded(form, combination, variation))
    return (
      <td colSpan={fields.length + 1} className="border-l border-line px-2 text-center text-sm text-taupe">
        {t("options.left_out")}
        {!readOnly && (
          <Button look="quiet" aria-label={t("options.create_one", { name: label })} onClick={() => include(true)}>
            {t("options.create")}
          </Button>
        )}
      </td>
    );
  return (
    <>
      {fields.map((field) => (
        <td key={field} className={classes("px-1 py-1 align-top", field === "regular_price" && "border-l border-line")}>
          {field === "quantity" && shares !== "" && shares !== "0" ? (
            <SharedQuantity of={Number(shares)} />
          ) : (
            <ValueCell combination={combination} variation={variation} field={field} />
          )}
        </td>
      ))}
      <td className="px-1 text-right">
        {!readOnly && (
          <Button
            look="quiet"
            className="min-w-11"
            aria-label={t("options.leave_out_one", { name: label })}
            onClick={() => include(false)}
          >
            ×
          </Button>
        )}
      </td>
    </>
  );
}

/** Units that are those of another cell. */
function SharedQuantity({ of }: { of: number }) {
  const t = useTexts();
  const { live } = useEditor();
  const quantity = live.variations.find(({ id }) => id === of)?.stock_quantity ?? 0;
  return (
    <span className="tabular block px-2 py-2 text-right text-sm text-taupe" title={t("options.shared")}>
      = {quantity}
    </span>
  );
}

function Legend() {
  const t = useTexts();
  const { form, base, usage } = useEditor();
  const sold = form.remove.flatMap((id) => usage?.variations.find((one) => one.id === id) ?? []);
  const orders = sold.reduce((sum, one) => sum + one.orders, 0);
  return (
    <>
      {orders > 0 && <p className="text-sm text-warning">{t("options.sold_in", { orders })}</p>}
      <p className="text-xs text-taupe">
        {t("options.legend", { count: base.variations.filter(({ status }) => status !== "trash").length })}
      </p>
    </>
  );
}

/** The matrix of all combinations: values by cell, and actions by row and by column. */
export function MatrixTable({ matrix: { rows, columns } }: { matrix: Matrix }) {
  const t = useTexts();
  const { base, form, readOnly } = useEditor();
  const [target, setTarget] = useState<FillTarget | null>(null);
  const variations = byCombination(form, base.variations);
  const columnTarget = (key: string, label: string, index: number): FillTarget => ({
    label: label || t("options.all"),
    keys: rows.map((row) => cellOf(row, key)),
    left: index > 0 ? rows.map((row) => cellOf(row, columns[index - 1]?.key ?? "")) : null,
  });
  const rowTarget = (row: string): FillTarget => ({
    label: row,
    keys: columns.map(({ key }) => cellOf(row, key)),
    left: null,
  });
  return (
    <div className="space-y-2">
      <div className="relative overflow-x-auto rounded-xs border border-line bg-white">
        <table className="border-collapse text-left text-sm">
          <thead>
            <tr>
              <td />
              {columns.map(({ key, label }, index) => (
                <th key={key} colSpan={fields.length + 1} scope="colgroup" className="border-l border-line px-2 py-1">
                  <span className="flex items-center justify-between gap-2 font-medium">
                    {label || t("options.all")}
                    {!readOnly && (
                      <Button look="quiet" onClick={() => setTarget(columnTarget(key, label, index))}>
                        {t("options.fill")}
                      </Button>
                    )}
                  </span>
                </th>
              ))}
            </tr>
            <tr className="text-xs text-taupe">
              <td />
              {columns.map(({ key }) =>
                [...fields, "actions"].map((field) => (
                  <th
                    key={`${key}:${field}`}
                    scope="col"
                    className={classes("px-2 pb-1 font-normal", field === "place" ? "pl-3 text-left" : "text-right")}
                  >
                    {field === "actions" ? (
                      <span className="sr-only">{t("options.leave_out")}</span>
                    ) : (
                      t(`products.${fields.find((one) => one === field) ?? "quantity"}`)
                    )}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row} className="border-t border-line">
                <th scope="row" className="px-2 text-left font-medium whitespace-nowrap">
                  {readOnly || columns.length < 2 ? (
                    row
                  ) : (
                    <Button look="quiet" onClick={() => setTarget(rowTarget(row))}>
                      {row}
                    </Button>
                  )}
                </th>
                {columns.map(({ key }) => (
                  <Combination key={key} combination={cellOf(row, key)} variations={variations} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend />
      {target && <FillSheet target={target} variations={variations} onClose={() => setTarget(null)} />}
    </div>
  );
}
