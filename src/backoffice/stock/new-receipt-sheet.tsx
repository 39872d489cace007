import type { StockItem } from "#contract/backoffice/stock.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { labelledError } from "#backoffice/api/labelled-error.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { parseAmount } from "#backoffice/components/amount.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { ItemLine } from "./item-line.tsx";
import { ItemPicker } from "./item-picker.tsx";

interface DraftLine {
  item: StockItem;
  quantity: string;
  cost: string;
}
interface ReceiptDraft {
  supplier: string;
  document: string;
  lines: DraftLine[];
}
const blank: ReceiptDraft = { supplier: "", document: "", lines: [] };

/** The typed cost is no amount; without one the cost is unknown. */
const isWrongCost = ({ cost }: DraftLine): boolean => cost.trim() !== "" && typeof parseAmount(cost) !== "number";

/** A scan of an item that has a line adds a unit to it. */
const withItem = (lines: readonly DraftLine[], item: StockItem): DraftLine[] =>
  lines.some((line) => line.item.stock_id === item.stock_id)
    ? lines.map((line) =>
        line.item.stock_id === item.stock_id ? { ...line, quantity: String(Number(line.quantity) + 1) } : line,
      )
    : [{ item, quantity: "1", cost: "" }, ...lines];

function LineFields({
  line,
  onChange,
  onRemove,
}: {
  line: DraftLine;
  onChange: (own: Partial<DraftLine>) => void;
  onRemove: () => void;
}) {
  const t = useTexts();
  return (
    <li className="space-y-2 py-3">
      <div className="flex items-center gap-2">
        <ItemLine item={line.item} />
        <Button look="quiet" onClick={onRemove}>
          {t("actions.remove")}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t("receipts.quantity")}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,4}"
          required
          value={line.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
        <AmountField
          label={t("receipts.cost")}
          value={line.cost}
          error={isWrongCost(line) ? t("fields.wrong_amount") : undefined}
          onChange={(cost) => onChange({ cost })}
        />
      </div>
    </li>
  );
}

/** The label of a field by its name in the request: `lines[0][unit_cost]` with the item of the line. */
function requestLabel(t: TextOf, lines: readonly DraftLine[], path: string): string | undefined {
  const labels = new Map([
    ["supplier", t("receipts.supplier")],
    ["document_number", t("receipts.document")],
    ["quantity", t("receipts.quantity")],
    ["unit_cost", t("receipts.cost")],
  ]);
  const [, place, field = path] = /^lines\[(\d+)\](?:\[(\w+)\])?$/.exec(path) ?? [];
  const item = place && lines[Number(place)]?.item.name;
  return [item, labels.get(field)].filter(Boolean).join(" · ") || undefined;
}

/** Records received stock: supplier, document, items by scan or search with quantity and cost. */
export function NewReceiptSheet({ onClose, onCreated }: { onClose: () => void; onCreated: (id: number) => void }) {
  const t = useTexts();
  const draft = useDraft("stock-receipt", blank);
  const { values, change } = draft;
  const { lines } = values;
  const save = useAction(async (key) => {
    const { data } = await call("POST bo/stock-receipts", {
      body: {
        ...{ supplier: values.supplier, document_number: values.document },
        lines: lines.map(({ item, quantity, cost }) => ({
          ...{ stock_id: item.stock_id, quantity: Number(quantity), unit_cost: parseAmount(cost) ?? null },
        })),
      },
      key,
    });
    draft.discard();
    await invalidate("GET bo/stock-receipts", "GET bo/stock-movements", "GET bo/low-stock");
    onCreated(data.id);
  });
  const setLine = (place: number, own: Partial<DraftLine>) =>
    change({ lines: lines.map((line, index) => (index === place ? { ...line, ...own } : line)) });
  return (
    <Sheet title={t("receipts.start")} onClose={onClose}>
      <div className="space-y-4">
        <DraftOffer draft={draft} />
        {/* outside of the form: the field for typed codes is a form of its own */}
        <ItemPicker onItem={(item) => change((latest) => ({ lines: withItem(latest.lines, item) }))} />
      </div>
      <form
        className="mt-4 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <TextField
          label={t("receipts.supplier")}
          required
          maxLength={200}
          value={values.supplier}
          onChange={(event) => change({ supplier: event.target.value })}
        />
        <TextField
          label={t("receipts.document")}
          maxLength={100}
          value={values.document}
          onChange={(event) => change({ document: event.target.value })}
        />
        <ul className="divide-y divide-line">
          {lines.map((line, place) => (
            <LineFields
              key={line.item.stock_id}
              line={line}
              onChange={(own) => setLine(place, own)}
              onRemove={() => change({ lines: lines.filter((_line, index) => index !== place) })}
            />
          ))}
        </ul>
        <Failure error={save.error && labelledError(save.error, (path) => requestLabel(t, lines, path))} />
        <ServerButton type="submit" wide busy={save.busy} disabled={lines.length === 0 || lines.some(isWrongCost)}>
          {t("receipts.save", { count: lines.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0) })}
        </ServerButton>
      </form>
    </Sheet>
  );
}
