import { useState } from "react";
import type { StockItem } from "#contract/backoffice/stock.ts";
import { Alert } from "#design/alert.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { FoundItems, SearchSkeleton } from "#backoffice/components/found-items.tsx";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";
import { ScanHoldButtons } from "#backoffice/device/scanner/scan-hold.tsx";
import { Scanner } from "#backoffice/device/scanner/scanner.tsx";
import { useScanQueue } from "#backoffice/device/scanner/use-scan-queue.ts";
import { useSettled } from "#backoffice/device/use-settled.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ItemLine } from "./item-line.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";

interface ItemPickerProps {
  /** May send a request, whose failure is reported as a failure of the scan or tap. */
  onItem: (item: StockItem) => unknown;
  scan?: boolean;
}

/** Finds items by a scan, or by words of the name. */
export function ItemPicker({ onItem, scan = true }: ItemPickerProps) {
  const t = useTexts();
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const found = useApi("GET bo/stock-items", { query: { search } }, { enabled: search.length > 1 });
  const choose = useAction(async (_key, item: StockItem) => {
    await onItem(item);
    setTyped("");
  });
  const lookUp = useAction(async (_key, code: string) => {
    choose.reset();
    let isKnown = false;
    try {
      const [item] = (await call("GET bo/stock-items", { query: { code } })).data;
      if (item) await onItem(item);
      isKnown = item !== undefined;
    } finally {
      // after a failure too, and not before the item was used
      giveFeedback(isKnown ? "match" : "wrong");
    }
    return { code, isKnown };
  });
  const queue = useScanQueue(lookUp, lookUp.result?.isKnown === false ? "notice" : null);
  return (
    <div className="space-y-3">
      {scan && <Scanner hint={t("stock.scan_hint")} onScan={({ code }) => queue.onCode(code)} />}
      {lookUp.result && !lookUp.result.isKnown && (
        <Alert tone="warning">{t("stock.unknown_code", { code: lookUp.result.code })}</Alert>
      )}
      <Failure error={lookUp.error ?? choose.error} />
      <ScanHoldButtons queue={queue} />
      <TextField
        label={t("stock.search")}
        type="search"
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {search.length > 1 && (
        <Loaded query={found} skeleton={<SearchSkeleton />}>
          {(items) => (
            <FoundItems items={items} keyOf={({ stock_id }) => stock_id} onItem={(item) => void choose.run(item)}>
              {(item) => (
                <ItemLine item={item}>
                  <span className="block text-xs text-taupe">{t("stock.on_hand", { count: item.quantity })}</span>
                </ItemLine>
              )}
            </FoundItems>
          )}
        </Loaded>
      )}
    </div>
  );
}
