import { useState } from "react";
import type { StockItem } from "#contract/backoffice/stock.ts";
import { adjustmentReasons } from "#contract/backoffice/stock-reasons.ts";
import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ItemLine } from "./item-line.tsx";
import { ItemPicker } from "./item-picker.tsx";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

interface AdjustmentDraft {
  quantity: string;
  reason: (typeof adjustmentReasons)[number];
  note: string;
}
const blank: AdjustmentDraft = { quantity: "", reason: "correction", note: "" };

/** Adds or removes units of one item, with a reason. */
export function AdjustSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  // not in the draft: its stock would be that of then
  const [item, setItem] = useState<StockItem | null>(null);
  const draft = useDraft<AdjustmentDraft>("stock-adjustment", blank);
  const { quantity, reason, note } = draft.values;
  const units = Number(quantity.replace("−", "-"));
  const adjust = useAction(async (key) => {
    if (!item) return;
    const body = { stock_id: item.stock_id, quantity: units, reason, note };
    const { data } = await call("POST bo/stock-adjustments", { body, key });
    await invalidate("GET bo/stock-movements", "GET bo/low-stock", "GET bo/stock-items");
    draft.discard();
    onClose();
    reportDone(t("stock.adjusted", { name: item.name, from: data.quantity - units, to: data.quantity }));
  });
  return (
    <Sheet title={t("stock.adjust")} onClose={onClose}>
      <DraftOffer draft={draft} />
      {item ? (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            void adjust.run();
          }}
        >
          <div className="flex items-center gap-2">
            <ItemLine item={item}>
              <span className="block text-xs text-taupe">{t("stock.on_hand", { count: item.quantity })}</span>
            </ItemLine>
            <Button look="quiet" onClick={() => setItem(null)}>
              {t("stock.other_item")}
            </Button>
          </div>
          <TextField
            label={t("stock.change")}
            hint={
              Number.isInteger(units) && units !== 0
                ? `${item.quantity} → ${item.quantity + units}`
                : t("stock.change_hint")
            }
            required
            pattern="[+\-−]?[0-9]{1,6}"
            autoComplete="off"
            value={quantity}
            onChange={(event) => draft.change({ quantity: event.target.value })}
          />
          <SelectField
            label={t("stock.reason")}
            value={reason}
            onChange={(event) => {
              const chosen = adjustmentReasons.find((one) => one === event.target.value);
              if (chosen) draft.change({ reason: chosen });
            }}
          >
            {adjustmentReasons.map((one) => (
              <option key={one} value={one}>
                {t(`stock_reasons.${one}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t("stock.note")}
            maxLength={200}
            value={note}
            onChange={(event) => draft.change({ note: event.target.value })}
          />
          <Failure error={adjust.error} />
          <ServerButton type="submit" wide busy={adjust.busy}>
            {t("actions.save")}
          </ServerButton>
        </form>
      ) : (
        <ItemPicker onItem={setItem} />
      )}
    </Sheet>
  );
}
