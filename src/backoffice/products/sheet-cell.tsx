import type { ClipboardEvent, KeyboardEvent } from "react";
import { classes } from "#design/class-names.ts";
import { TypedAmount } from "#backoffice/components/amount-field.tsx";
import { groupDigits } from "#backoffice/components/amount.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import {
  cellKey,
  editableColumns,
  isValid,
  type SheetColumn,
  type SheetEdits,
  type SheetLine,
  storedText,
} from "./sheet-edits.ts";

/** The edits, and how cells change them. */
export interface SheetState {
  edits: SheetEdits;
  edit: (line: SheetLine, column: SheetColumn, text: string) => void;
  reset: (line: SheetLine, column: SheetColumn) => void;
  paste: (line: SheetLine, column: SheetColumn, text: string) => void;
}

/** Enter moves to the same column of the next line, with Shift of the previous one. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  const column = [...document.querySelectorAll<HTMLInputElement>(`input[data-column="${field.dataset.column}"]`)];
  const next = column[column.indexOf(field) + (event.shiftKey ? -1 : 1)];
  next?.focus();
  next?.select();
}

interface SheetCellProps extends SheetState {
  line: SheetLine;
  column: SheetColumn;
}

/** One editable cell: Enter moves down, Escape restores the stored value, a copied column is spread over the cells below. */
export function SheetCell({ line, column, edits, edit, reset, paste }: SheetCellProps) {
  const t = useTexts();
  const { permissions } = useSession();
  const stored = storedText(line, column);
  const typed = edits[cellKey(line, column)]?.text;
  if (column === "quantity" && !line.cells.managed)
    return (
      <span className="text-taupe">{t(line.cells.quantity > 0 ? "products.unmanaged" : "products.sold_out")}</span>
    );
  if (column === "quantity" && line.sharesStock)
    return <span className="tabular text-taupe">= {line.cells.quantity}</span>;
  if (!editableColumns(permissions).includes(column))
    return <span className="tabular">{column === "quantity" ? stored : groupDigits(stored) || "–"}</span>;
  const value = typed ?? (column === "quantity" ? stored : groupDigits(stored));
  const valid = typed === undefined || isValid(column, typed);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      moveFocus(event);
    }
    if (event.key === "Escape" && typed !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      reset(line, column);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text");
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    paste(line, column, text);
  };
  return (
    <span className="block">
      <input
        data-column={column}
        aria-label={`${t(`products.${column}`)}: ${line.name}${line.options && `, ${line.options}`}`}
        aria-invalid={!valid || undefined}
        inputMode={column === "quantity" ? "numeric" : "text"}
        autoComplete="off"
        value={value}
        placeholder="–"
        onChange={(event) => edit(line, column, event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className={classes(
          "tabular h-11 w-full min-w-20 rounded-xs border px-2 text-right text-base lg:h-9 lg:text-sm",
          typed === undefined
            ? "border-transparent bg-transparent hover:border-edge focus:border-ink"
            : "bg-warning-tint",
          typed !== undefined && (valid ? "border-warning" : "border-danger"),
        )}
      />
      {column !== "quantity" && typed !== undefined && <TypedAmount typed={typed} />}
      {!valid && (
        <span className="block text-right text-xs text-danger">
          {t(column === "quantity" ? "products.no_units" : "products.no_number")}
        </span>
      )}
    </span>
  );
}
