import { useContext, useState } from "react";
import type { StockItem } from "#contract/backoffice/stock.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { TextField } from "#design/field.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { NextToList } from "#backoffice/components/list-with-record.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { Scanner } from "#backoffice/device/scanner/scanner.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ItemLine } from "./item-line.tsx";
import { ItemPicker } from "./item-picker.tsx";
import { type CountedHere, useCountEntries } from "./use-count-entries.ts";

/** Types the quantity of an item. @param counted its units so far, to which the difference is added; null: not counted on this device */
function QuantitySheet({
  item,
  counted,
  onQuantity,
  onClose,
}: {
  item: StockItem;
  counted: number | null;
  onQuantity: (more: number) => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const [typed, setTyped] = useState(counted === null ? "" : String(counted));
  const quantity = Number(typed);
  return (
    <Sheet title={t("counts.type_quantity")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (quantity !== counted) onQuantity(quantity - (counted ?? 0));
          onClose();
        }}
      >
        <ItemLine item={item} />
        <TextField
          label={t(counted === null ? "counts.quantity_more" : "counts.quantity")}
          inputMode="numeric"
          pattern="[0-9]{1,5}"
          required
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" wide>
          {t("actions.save")}
        </Button>
      </form>
    </Sheet>
  );
}

function CountedRow({ row, onType }: { row: CountedHere; onType: (item: StockItem) => void }) {
  const t = useTexts();
  const { item, subject, counted, waiting, rejected } = row;
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      {item ? <ItemLine item={item} /> : <span className="min-w-0 flex-1 text-sm break-all">{subject}</span>}
      <span className="text-right">
        {rejected ? (
          <Badge tone="danger">{t(`counts.${rejected}`)}</Badge>
        ) : (
          <span className="tabular block text-lg font-medium">{(counted ?? 0) + waiting}</span>
        )}
        {waiting !== 0 && !rejected && <span className="block text-xs text-warning">{t("counts.waiting")}</span>}
      </span>
      {item && !rejected && (
        <Button look="secondary" size="small" className="min-h-12" onClick={() => onType(item)}>
          {t("counts.type_quantity")}
        </Button>
      )}
    </li>
  );
}

/** Counting by scan: each scan is one unit, or the quantity is typed. */
export function Counting({ countId, offsetMs }: { countId: number; offsetMs: number }) {
  const t = useTexts();
  const { rows, add, error } = useCountEntries(countId, offsetMs);
  const [typing, setTyping] = useState<StockItem | null>(null);
  const [last] = rows;
  const isNextToList = useContext(NextToList);
  const unitsOf = ({ stock_id }: StockItem): number | null => {
    const row = rows.find(({ item }) => item?.stock_id === stock_id);
    return row ? (row.counted ?? 0) + row.waiting : null;
  };
  return (
    <div className={classes("grid gap-4", !isNextToList && "lg:grid-cols-2")}>
      <div className="space-y-3">
        <Scanner hint={t("stock.scan_hint")} onScan={({ code }) => void add({ code }, 1)} />
        <Failure error={error} />
        <ItemPicker scan={false} onItem={setTyping} />
      </div>
      <div>
        <p role="status" className="sr-only">
          {last && `${last.item?.name ?? last.subject}: ${(last.counted ?? 0) + last.waiting}`}
        </p>
        {rows.length === 0 ? (
          <p className="card px-4 py-6 text-center text-sm text-taupe">{t("counts.scan_first")}</p>
        ) : (
          <ul className="card divide-y divide-line">
            {rows.map((row) => (
              <CountedRow key={row.subject} row={row} onType={setTyping} />
            ))}
          </ul>
        )}
      </div>
      {typing && (
        <QuantitySheet
          key={typing.stock_id}
          item={typing}
          counted={unitsOf(typing)}
          onQuantity={(more) => void add({ item: typing }, more)}
          onClose={() => setTyping(null)}
        />
      )}
    </div>
  );
}
