import { useState } from "react";
import type { OrderItem } from "#contract/backoffice/manual-orders.ts";
import { Alert } from "#design/alert.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { FoundItems, SearchSkeleton } from "#backoffice/components/found-items.tsx";
import { ItemImage } from "#backoffice/components/item-image.tsx";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";
import { ScanHoldButtons } from "#backoffice/device/scanner/scan-hold.tsx";
import { Scanner } from "#backoffice/device/scanner/scanner.tsx";
import { useHandScanner } from "#backoffice/device/scanner/use-hand-scanner.ts";
import { useScanQueue } from "#backoffice/device/scanner/use-scan-queue.ts";
import { useSettled } from "#backoffice/device/use-settled.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { Button } from "#design/button.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";

function Results({ items, onItem }: { items: readonly OrderItem[]; onItem: (item: OrderItem) => void }) {
  const t = useTexts();
  return (
    <FoundItems items={items} keyOf={(item) => `${item.product_id}-${item.variation_id}`} onItem={onItem}>
      {(item) => (
        <>
          <ItemImage src={item.image} />
          <span className="min-w-0 flex-1 text-sm">
            <span className="block font-medium break-words">{item.name}</span>
            {item.option && <span className="block">{item.option}</span>}
            <span className="block text-xs text-taupe">
              {[item.sku, t("stock.on_hand", { count: item.available })].filter(Boolean).join(" · ")}
            </span>
          </span>
          <span className="tabular shrink-0 text-sm">{formatAmount(item.price)}</span>
        </>
      )}
    </FoundItems>
  );
}

/** Finds what can be sold by a scan, or by words of name, option and SKU. The scanner is opened by a button: it uses the camera. */
export function OrderItemPicker({ onItem }: { onItem: (item: OrderItem) => void }) {
  const t = useTexts();
  const [typed, setTyped] = useState("");
  const [scanning, setScanning] = useState(false);
  const search = useSettled(typed.trim());
  const found = useApi("GET bo/order-items", { query: { search } }, { enabled: search.length > 1 });
  const lookUp = useAction(async (_key, code: string) => {
    const { data } = await call("GET bo/order-items", { query: { code } }).catch((error: unknown) => {
      giveFeedback("wrong");
      throw error;
    });
    giveFeedback(data.length > 0 ? "match" : "wrong");
    const [item] = data;
    if (item && data.length === 1) onItem(item);
    return { code, items: data };
  });
  const scanned = lookUp.result;
  const queue = useScanQueue(
    lookUp,
    !scanned || scanned.items.length === 1 ? null : scanned.items[0] ? "choice" : "notice",
  );
  // the scanner of the screen reads it while it is open
  useHandScanner(queue.onCode, !scanning);
  const choose = (item: OrderItem) => {
    onItem(item);
    setTyped("");
    lookUp.reset();
  };
  return (
    <div className="space-y-3">
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          label={t("new_order.search")}
          type="search"
          placeholder={t("new_order.search_hint")}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          look="secondary"
          size="small"
          className="min-h-12 lg:min-h-12"
          aria-expanded={scanning}
          onClick={() => setScanning(!scanning)}
        >
          {t("new_order.scan")}
        </Button>
      </div>
      {scanning && <Scanner hint={t("stock.scan_hint")} onScan={({ code }) => queue.onCode(code)} />}
      {scanned?.items.length === 0 && <Alert tone="warning">{t("stock.unknown_code", { code: scanned.code })}</Alert>}
      <Failure error={lookUp.error} />
      {scanned && scanned.items.length > 1 && <Results items={scanned.items} onItem={choose} />}
      <ScanHoldButtons queue={queue} />
      {search.length > 1 && (
        <Loaded query={found} skeleton={<SearchSkeleton />}>
          {(items) => <Results items={items} onItem={choose} />}
        </Loaded>
      )}
    </div>
  );
}
