import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { type ProductTab, productTabs } from "#contract/product-tabs.ts";
import type { StaffProductList } from "#contract/backoffice/products.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { classes } from "#design/class-names.ts";
import { SearchIcon } from "#design/icons.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { InvalidEdits } from "./invalid-edits.tsx";
import { DesktopTable, PhoneRow, useExpanded } from "./list-rows.tsx";
import { PricesSheet } from "./prices-sheet.tsx";
import { type PriceSelection, SelectionBar, useProductSelection } from "./product-selection.tsx";
import { ReviewSheet } from "./review-sheet.tsx";
import { invalidOf, linesOf, type SheetEdits } from "./sheet-edits.ts";
import { useSheet } from "./use-sheet.ts";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";

const perPage = 25;
const typingPauseMs = 300;

/** Filters in the address, so that they can be shared and Back returns to them. */
function useFilters() {
  const [search, setSearch] = useSearchParams();
  const tab = productTabs.find((one) => one === search.get("tab")) ?? "all";
  const page = Number(search.get("page")) || 1;
  const set = (fields: Record<string, string>, replace = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete("page");
        for (const [name, value] of Object.entries(fields)) value ? next.set(name, value) : next.delete(name);
        return next;
      },
      { replace },
    );
  return { tab, page, search: search.get("search") ?? "", open: Number(search.get("open")) || null, set };
}

function Tabs({ tab, counts, onSelect }: TabsProps) {
  const t = useTexts();
  return (
    <nav
      aria-label={t("products.tabs")}
      className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-2 lg:mx-0 lg:flex-wrap lg:px-0"
    >
      {productTabs.map((one) => (
        <button
          key={one}
          type="button"
          aria-current={one === tab ? "page" : undefined}
          onClick={() => onSelect(one)}
          className={classes(
            "min-h-11 shrink-0 rounded-full border px-4 text-sm whitespace-nowrap lg:min-h-9 lg:px-3",
            one === tab ? "border-ink bg-ink text-ivory" : "border-line bg-white hover:border-ink",
          )}
        >
          {/* as wide as three digits before it has loaded, so that the tabs after it do not move */}
          {t(`product_tabs.${one}`)} <span className="tabular inline-block min-w-[3ch] text-left">{counts?.[one]}</span>
        </button>
      ))}
    </nav>
  );
}

interface TabsProps {
  tab: ProductTab;
  counts: StaffProductList["counts"] | undefined;
  onSelect: (tab: ProductTab) => void;
}

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useTexts();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(typed.trim()), typingPauseMs);
  };
  return (
    <search>
      <TextField
        label={t("products.search")}
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value)}
        end={<SearchIcon className="mr-3 text-taupe" />}
      />
    </search>
  );
}

const Skeletons = () => (
  <div className="card divide-y divide-line">
    {["a", "b", "c", "d", "e", "f"].map((row) => (
      <div key={row} className="flex min-h-18 items-center gap-3 px-4">
        <Skeleton className="size-12" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    ))}
  </div>
);

interface EditsBarProps {
  count: number;
  invalid: SheetEdits;
  onDiscard: () => void;
  onReview: () => void;
}

/** What was typed in the table and is not saved. */
function EditsBar({ count, invalid, onDiscard, onReview }: EditsBarProps) {
  const t = useTexts();
  return (
    <div
      data-action-bar
      className="fixed inset-x-0 bottom-[var(--bottom-bar)] z-20 border-t border-line bg-white px-4 py-2 lg:bottom-0 lg:left-60"
    >
      <div className="mx-auto flex max-w-6xl items-center justify-end gap-3">
        <InvalidEdits edits={invalid} />
        <Button look="quiet" onClick={onDiscard}>
          {t("products.discard")}
        </Button>
        <Button size="small" className="min-h-12" disabled={Object.keys(invalid).length > 0} onClick={onReview}>
          {t("products.save_changes", { count })}
        </Button>
      </div>
    </div>
  );
}

interface RowsProps {
  rows: StaffProductList["rows"];
  table: Pick<ComponentProps<typeof DesktopTable>, "sheet" | "expanded" | "onToggle">;
  selection: PriceSelection | null;
  onOpen: (id: number) => void;
}

/** Lines on phones, a table on desktops. */
const Rows = ({ rows, table, selection, onOpen }: RowsProps) => (
  <>
    <ul className="card divide-y divide-line lg:hidden">
      {rows.map((row) => (
        <PhoneRow key={row.id} row={row} selection={selection} onOpen={() => onOpen(row.id)} />
      ))}
    </ul>
    <div className="hidden lg:block">
      <DesktopTable {...table} rows={rows} selection={selection} />
    </div>
  </>
);

/** The products, with prices and stock that can be edited in place. */
export default function Products() {
  const t = useTexts();
  const { permissions } = useSession();
  const filters = useFilters();
  const { search: address } = useLocation();
  const { tab, page, search, open, set } = filters;
  const query = useApi("GET bo/product-lists", {
    query: { tab, page, per_page: perPage, ...(search ? { search } : {}) },
  });
  const [expanded, toggle] = useExpanded();
  const selection = useProductSelection();
  const [reviewing, setReviewing] = useState(false);
  const rows = query.data?.data.rows ?? [];
  const visible = rows.flatMap((row) =>
    row.type === "simple" || expanded.has(row.id) || row.id === open ? linesOf(row) : [],
  );
  const { sheet, draft, removeSaved: settle, discard } = useSheet(visible);
  const count = Object.keys(sheet.edits).length;
  const opened = rows.find(({ id }) => id === open);
  const mayEdit = permissions.includes("prices.edit");
  return (
    <Page
      title={t("nav.products")}
      actions={mayEdit && <LinkAsButton to={`/products/new${address}`}>{t("products.new")}</LinkAsButton>}
    >
      <div className="space-y-3 pb-20">
        <DraftOffer draft={draft} />
        <SearchBox value={search} onChange={(text) => set({ search: text }, true)} />
        <Tabs tab={tab} counts={query.data?.data.counts} onSelect={(one) => set({ tab: one === "all" ? "" : one })} />
        <Loaded
          query={query}
          skeleton={<Skeletons />}
          isEmpty={(list) => list.rows.length === 0}
          empty={
            <StateCard title={t("products.none")} text={t(search ? "products.none_found" : "products.none_text")} />
          }
        >
          {(list) => (
            <>
              <Rows
                rows={list.rows}
                table={{ sheet, expanded, onToggle: toggle }}
                selection={permissions.includes("prices.edit") ? selection : null}
                onOpen={(id) => set({ open: String(id), page: String(page) })}
              />
              <PageButtons
                page={page}
                perPage={perPage}
                total={query.data?.total ?? 0}
                onOpen={(next) => set({ page: String(next) })}
              />
            </>
          )}
        </Loaded>
      </div>
      {count > 0 ? (
        <EditsBar
          count={count}
          invalid={invalidOf(sheet.edits)}
          onDiscard={discard}
          onReview={() => setReviewing(true)}
        />
      ) : (
        <SelectionBar selection={selection} />
      )}
      {opened && !reviewing && (
        <PricesSheet
          row={opened}
          sheet={sheet}
          onReview={() => setReviewing(true)}
          onClose={() => set({ open: "", page: page > 1 ? String(page) : "" })}
        />
      )}
      {reviewing && <ReviewSheet edits={sheet.edits} onSaved={settle} onClose={() => setReviewing(false)} />}
    </Page>
  );
}
