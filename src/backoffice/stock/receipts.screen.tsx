import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { StockReceipts } from "#contract/backoffice/stock-receipts.ts";
import { Button } from "#design/button.tsx";
import { ChevronRightIcon } from "#design/icons.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { NewReceiptSheet } from "./new-receipt-sheet.tsx";
import { StockTabs } from "./stock-tabs.tsx";

const perPage = 50;

function ReceiptRow({ receipt, onOpen }: { receipt: StockReceipts[number]; onOpen: () => void }) {
  const t = useTexts();
  const { supplier, document_number, units, value, by, created_at } = receipt;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left hover:bg-ivory"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-medium break-words">
            {[supplier, document_number].filter(Boolean).join(" · ")}
          </span>
          <span className="block text-xs text-taupe">
            {[by, formatTime(t, created_at)].filter(Boolean).join(" · ")}
          </span>
        </span>
        <span className="tabular text-right text-sm">
          {t("receipts.units", { count: units })}
          {value !== null && <span className="block text-xs text-taupe">{formatAmount(value)}</span>}
        </span>
        <ChevronRightIcon size={18} className="shrink-0 text-taupe" />
      </button>
    </li>
  );
}

/** One receipt with its lines, and the labels of its items. */
function ReceiptSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts();
  const { permissions } = useSession();
  const receipt = useApi("GET bo/stock-receipts/{id}", { path: { id } });
  const labels = (receipt.data?.data.lines ?? []).flatMap(({ item, quantity }) =>
    item ? [`${item.variation_id ?? item.product_id}x${quantity}`] : [],
  );
  return (
    <Sheet title={t("receipts.title", { id })} onClose={onClose}>
      <Loaded query={receipt}>
        {({ supplier, document_number, lines }) => (
          <>
            <p className="mb-3 text-sm text-taupe">{[supplier, document_number].filter(Boolean).join(" · ")}</p>
            <ul className="divide-y divide-line">
              {lines.map((line, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a stored receipt never move
                <li key={place} className="flex items-center justify-between gap-3 py-2 text-sm">
                  <span className="min-w-0">
                    <span className="block break-words">{line.name}</span>
                    <span className="block text-xs text-taupe">{line.sku}</span>
                  </span>
                  <span className="tabular shrink-0 text-right">
                    {line.quantity}
                    {line.unit_cost !== null && (
                      <span className="block text-xs text-taupe">{formatAmount(line.unit_cost)}</span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
            {permissions.includes("stock.receive") && labels.length > 0 && (
              <Link
                to={`/stock/labels?items=${labels.join(",")}`}
                className="mt-4 inline-flex min-h-12 items-center underline"
              >
                {t("receipts.print_labels")}
              </Link>
            )}
          </>
        )}
      </Loaded>
    </Sheet>
  );
}

/** Received stock. The page and the open receipt are part of the address. */
export default function Receipts() {
  const t = useTexts();
  const { permissions } = useSession();
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get("page")) || 1);
  const receipts = useApi("GET bo/stock-receipts", { query: { page, per_page: perPage } });
  const [creating, setCreating] = useState(false);
  const opened = Number(search.get("open")) || null;
  const show = (shownPage: number, id: number | null) =>
    setSearch({ ...(shownPage > 1 ? { page: String(shownPage) } : {}), ...(id === null ? {} : { open: String(id) }) });
  return (
    <Page
      title={t("stock.receipts")}
      actions={
        permissions.includes("stock.receive") && (
          <Button size="small" className="min-h-12" onClick={() => setCreating(true)}>
            {t("receipts.start")}
          </Button>
        )
      }
    >
      <StockTabs />
      <Loaded
        query={receipts}
        skeleton={<RowsSkeleton />}
        isEmpty={(list) => list.length === 0}
        empty={<StateCard title={t("receipts.none")} text={t("receipts.none_text")} />}
      >
        {(list) => (
          <ul className="card divide-y divide-line overflow-hidden">
            {list.map((receipt) => (
              <ReceiptRow key={receipt.id} receipt={receipt} onOpen={() => show(page, receipt.id)} />
            ))}
          </ul>
        )}
      </Loaded>
      <PageButtons
        page={page}
        perPage={perPage}
        total={receipts.data?.total ?? 0}
        onOpen={(next) => show(next, null)}
      />
      {creating && (
        <NewReceiptSheet
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false);
            show(1, id);
          }}
        />
      )}
      {opened !== null && !creating && <ReceiptSheet id={opened} onClose={() => show(page, null)} />}
    </Page>
  );
}
