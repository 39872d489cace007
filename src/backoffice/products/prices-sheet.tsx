import { useLocation } from "react-router";
import type { ProductListRow } from "#contract/backoffice/products.ts";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { InvalidEdits } from "./invalid-edits.tsx";
import { SheetCell, type SheetState } from "./sheet-cell.tsx";
import { invalidOf, linesOf, sheetColumns } from "./sheet-edits.ts";

interface PricesSheetProps {
  row: ProductListRow;
  sheet: SheetState;
  onReview: () => void;
  onClose: () => void;
}

/** Phones: prices and stock of one product, with its variations as lines. */
export function PricesSheet({ row, sheet, onReview, onClose }: PricesSheetProps) {
  const t = useTexts();
  const count = Object.keys(sheet.edits).length;
  const invalid = invalidOf(sheet.edits);
  const { search } = useLocation();
  return (
    <Sheet title={row.name} onClose={onClose}>
      <div className="space-y-4">
        <table className="w-full border-collapse">
          <thead>
            <tr className="text-xs text-taupe">
              {sheetColumns.map((column) => (
                <th key={column} className="w-1/3 px-1 pb-1 text-right font-normal">
                  {t(`products.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          {linesOf(row).map((line) => (
            <tbody key={line.variationId ?? 0}>
              {line.options && (
                <tr>
                  <th colSpan={3} scope="rowgroup" className="pt-2 text-left text-sm font-medium">
                    {line.options}
                  </th>
                </tr>
              )}
              <tr>
                {sheetColumns.map((column) => (
                  <td key={column} className="px-1 py-0.5 text-right align-top text-sm">
                    <SheetCell line={line} column={column} {...sheet} />
                  </td>
                ))}
              </tr>
            </tbody>
          ))}
        </table>
        <InvalidEdits edits={invalid} />
        {count > 0 && (
          <ServerButton wide disabled={Object.keys(invalid).length > 0} onClick={onReview}>
            {t("products.save_changes", { count })}
          </ServerButton>
        )}
        <LinkAsButton to={`/products/${row.id}${search}`} look="secondary">
          {t("products.open")}
        </LinkAsButton>
      </div>
    </Sheet>
  );
}
