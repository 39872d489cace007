import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { StockMovement } from "#contract/backoffice/stock.ts";
import { stockReasons } from "#contract/backoffice/stock-reasons.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { SelectField } from "#design/field.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { AdjustSheet } from "./adjust-sheet.tsx";
import { ItemLine, signed } from "./item-line.tsx";
import { StockTabs } from "./stock-tabs.tsx";
import { StepButtons } from "#backoffice/components/page-buttons.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";

const perPage = 50;

/** A target of 48 px on phones in a line that stays as low as the others. */
const causeLink = "text-link -my-3.5 inline-flex min-h-12 items-center lg:-my-1.5 lg:min-h-8";

/** What a movement belongs to: an order, a count, a receipt, a file. */
function Cause({ movement }: { movement: StockMovement }) {
  const t = useTexts();
  const { order_id, count_id, receipt_id, file, note } = movement;
  if (count_id !== null)
    return (
      <Link to={`/stock/counts/${count_id}`} className={causeLink}>
        {t("stock.of_count", { id: count_id })}
      </Link>
    );
  if (receipt_id !== null)
    return (
      <Link to={`/stock/receipts?open=${receipt_id}`} className={causeLink}>
        {t("stock.of_receipt", { id: receipt_id })}
      </Link>
    );
  return <>{order_id === null ? (file ?? note) : t("stock.of_order", { id: order_id })}</>;
}

/** A staff member or key by name, a customer by number where the role sees customers. */
const actorText = (t: TextOf, { id, name }: NonNullable<StockMovement["actor"]>): string => {
  const [kind, number] = id.split(":");
  return name ?? (kind === "customer" ? [t("order.customer"), number].filter(Boolean).join(" ") : id);
};

function MovementRow({ movement }: { movement: StockMovement }) {
  const t = useTexts();
  const { item, quantity, old_stock, new_stock, reason, actor, at, stock_id } = movement;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      {item ? (
        <ItemLine item={item} />
      ) : (
        <span className="flex-1 text-sm text-taupe">{t("stock.deleted_item", { id: stock_id })}</span>
      )}
      <span className="tabular text-right">
        <span className={classes("block text-base font-medium", quantity < 0 ? "text-danger" : "text-success")}>
          {signed(quantity)}
        </span>
        <span className="block text-xs text-taupe">
          {old_stock} → {new_stock}
        </span>
      </span>
      <span className="flex w-full flex-wrap items-center gap-x-2 gap-y-1 text-xs text-taupe">
        <Badge>{t(`stock_reasons.${reason}`)}</Badge>
        <Cause movement={movement} />
        <span className="sm:ml-auto">
          {[actor && actorText(t, actor), formatTime(t, at)].filter(Boolean).join(" · ")}
        </span>
      </span>
    </li>
  );
}

function ReasonFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts();
  return (
    <div className="mb-4 sm:max-w-xs">
      <SelectField label={t("stock.reason")} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t("stock.all_reasons")}</option>
        {stockReasons.map((one) => (
          <option key={one} value={one}>
            {t(`stock_reasons.${one}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Changes of stock, the newest first. Filters are part of the address. */
export default function Stock() {
  const t = useTexts();
  const { permissions } = useSession();
  const [search, setSearch] = useSearchParams();
  const [adjusting, setAdjusting] = useState(false);
  const reason = stockReasons.find((one) => one === search.get("reason"));
  const number = (name: string) => Number(search.get(name)) || undefined;
  const [product, before] = [number("product"), number("before")];
  const movements = useApi("GET bo/stock-movements", {
    query: {
      ...(reason ? { reason } : {}),
      ...(product ? { product } : {}),
      ...(before ? { before } : {}),
      per_page: perPage,
    },
  });
  const list = movements.data?.data ?? [];
  const filters = { ...(reason ? { reason } : {}), ...(product ? { product: String(product) } : {}) };
  return (
    <Page
      title={t("nav.stock")}
      actions={
        permissions.includes("stock.receive") && (
          <Button size="small" className="min-h-12" onClick={() => setAdjusting(true)}>
            {t("stock.adjust")}
          </Button>
        )
      }
    >
      <StockTabs />
      <ReasonFilter
        value={reason ?? ""}
        onChange={(value) =>
          setSearch({ ...(value ? { reason: value } : {}), ...(product ? { product: String(product) } : {}) })
        }
      />
      <Loaded
        query={movements}
        skeleton={<RowsSkeleton images tall />}
        isEmpty={(rows) => rows.length === 0}
        empty={<StateCard title={t("stock.no_movements")} text={t("stock.no_movements_text")} />}
      >
        {(rows) => (
          <ul className="card divide-y divide-line">
            {rows.map((movement) => (
              <MovementRow key={movement.id} movement={movement} />
            ))}
          </ul>
        )}
      </Loaded>
      <StepButtons
        previous="pages.first"
        onPrevious={before ? () => setSearch(filters) : null}
        onNext={list.length < perPage ? null : () => setSearch({ ...filters, before: String(list.at(-1)?.id) })}
      />
      {adjusting && <AdjustSheet onClose={() => setAdjusting(false)} />}
    </Page>
  );
}
