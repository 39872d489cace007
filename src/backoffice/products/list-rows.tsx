import { Fragment, useState } from "react";
import type { ProductListRow } from "#contract/backoffice/products.ts";
import { Badge, type Tone } from "#design/badge.tsx";
import { ChevronDownIcon, ChevronRightIcon } from "#design/icons.tsx";
import { classes } from "#design/class-names.ts";
import { Picture } from "#design/picture.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { type PriceSelection, SelectProduct } from "./product-selection.tsx";
import { SheetCell, type SheetState } from "./sheet-cell.tsx";
import { ProductLink } from "./product-link.tsx";
import { linesOf, sheetColumns, type SheetLine } from "./sheet-edits.ts";

const tones: Record<string, Tone> = { publish: "success", future: "warning" };
const known = ["publish", "draft", "future", "private", "pending", "trash"] as const;

/** Name of a product's status. */
export function productStatusText(t: TextOf, status: string): string {
  const name = known.find((one) => one === status);
  return name ? t(`product_status.${name}`) : status;
}

export function StatusBadge({ status }: { status: string }) {
  const t = useTexts();
  return <Badge tone={tones[status] ?? "neutral"}>{productStatusText(t, status)}</Badge>;
}

/** `1.290.000 ₫`, `990.000 – 1.290.000 ₫`, or that there is none. */
function priceText(t: TextOf, { price }: ProductListRow): string {
  if (!price) return t("products.no_price");
  const { low, high } = price;
  return low === high ? formatAmount(low) : `${formatAmount(low).replace(/\s*₫/, "")} – ${formatAmount(high)}`;
}

/** The sizes that are sold out, or how many units are left. */
function stockText(t: TextOf, { stock, in_stock, variations }: ProductListRow): string {
  if (!in_stock) return t("products.sold_out");
  const soldOut = variations.filter(({ quantity }) => quantity === 0).map(({ options }) => options);
  const left = stock === null ? t("products.unmanaged") : t("products.left", { count: stock });
  if (soldOut.length === 0) return left;
  return `${left} · ${t("products.sold_out_options", { options: soldOut.slice(0, 3).join("; ") + (soldOut.length > 3 ? "…" : "") })}`;
}

function Marks({ row }: { row: ProductListRow }) {
  const t = useTexts();
  return (
    <>
      {row.status !== "publish" && <StatusBadge status={row.status} />}
      {row.english_lacks.length > 0 && (
        <Badge tone="warning">{t("products.english_lacks", { count: row.english_lacks.length })}</Badge>
      )}
    </>
  );
}

const Thumb = ({ row }: { row: ProductListRow }) => (
  <Picture picture={row.image} sizes="48px" alt="" className="size-12 shrink-0 rounded-xs" />
);

interface PhoneRowProps {
  row: ProductListRow;
  selection: PriceSelection | null;
  onOpen: () => void;
}

/** Phones: one line per product; a tap opens its prices and stock. */
export function PhoneRow({ row, selection, onOpen }: PhoneRowProps) {
  const t = useTexts();
  return (
    <li className="flex items-center pl-1 not-has-[input]:pl-3">
      <SelectProduct product={row} selection={selection} />
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-18 w-full min-w-0 items-center gap-3 py-2 pr-3 pl-1 text-left"
      >
        <Thumb row={row} />
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-medium">{row.name}</span>
          <span className="tabular block text-sm">{priceText(t, row)}</span>
          <span className={classes("block text-xs", row.in_stock ? "text-taupe" : "text-danger")}>
            {stockText(t, row)}
          </span>
          <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
            <Marks row={row} />
          </span>
        </span>
        <ChevronRightIcon size={18} className="shrink-0 text-taupe" />
      </button>
    </li>
  );
}

const VariationRow = ({ line, sheet }: { line: SheetLine; sheet: SheetState }) => (
  <tr className="border-t border-line bg-ivory">
    <td />
    <td colSpan={2} className="px-3 py-1 text-sm">
      {line.options || `#${line.variationId}`}
    </td>
    {sheetColumns.map((column) => (
      <td key={column} className="px-1 py-1 align-top">
        <SheetCell line={line} column={column} {...sheet} />
      </td>
    ))}
    <td colSpan={2} />
  </tr>
);

interface DesktopRowProps {
  row: ProductListRow;
  sheet: SheetState;
  selection: PriceSelection | null;
  open: boolean;
  onToggle: () => void;
}

function DesktopRow({ row, sheet, selection, open, onToggle }: DesktopRowProps) {
  const t = useTexts();
  const lines = linesOf(row);
  const [own] = lines;
  const variable = row.type === "variable";
  return (
    <Fragment>
      <tr className="border-t border-line align-middle">
        <td className="py-2 pl-3">
          <span className="flex items-center gap-1">
            <SelectProduct product={row} selection={selection} />
            <Thumb row={row} />
          </span>
        </td>
        <td className="px-3 py-2">
          <ProductLink path={row.id} className="text-sm font-medium hover:text-champagne">
            {row.name}
          </ProductLink>
          <span className="block text-xs text-taupe">{row.categories.join(", ")}</span>
          <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
            <Marks row={row} />
          </span>
        </td>
        <td className="px-3 text-xs whitespace-nowrap text-taupe">{row.sku}</td>
        {variable || !own ? (
          <>
            <td className="tabular px-3 text-right text-sm whitespace-nowrap">{priceText(t, row)}</td>
            <td colSpan={2} className="px-1">
              <button
                type="button"
                aria-expanded={open}
                onClick={onToggle}
                className="flex min-h-11 w-full items-center justify-between gap-3 rounded-xs px-2 text-left text-xs hover:bg-sand"
              >
                <span className="flex items-center gap-1 whitespace-nowrap text-taupe">
                  {t("products.variations", { count: row.variations.length })}
                  <ChevronDownIcon size={16} className={open ? "rotate-180" : ""} />
                </span>
                <span className={classes("text-right", row.in_stock ? "text-taupe" : "text-danger")}>
                  {stockText(t, row)}
                </span>
              </button>
            </td>
          </>
        ) : (
          sheetColumns.map((column) => (
            <td key={column} className="px-1 py-1">
              <SheetCell line={own} column={column} {...sheet} />
            </td>
          ))
        )}
        <td className="w-28 px-3 text-xs text-taupe">{formatTime(t, row.modified_at)}</td>
      </tr>
      {variable && open && lines.map((line) => <VariationRow key={line.variationId} line={line} sheet={sheet} />)}
    </Fragment>
  );
}

/** Desktops: a table whose prices and stock can be edited. */
export function DesktopTable({ rows, sheet, selection, expanded, onToggle }: DesktopTableProps) {
  const t = useTexts();
  return (
    <div className="card relative overflow-x-auto">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="text-xs text-taupe">
            <th className="w-16 py-2 pl-3 font-normal">
              <span className="sr-only">{t("products.image")}</span>
            </th>
            <th className="px-3 font-normal">{t("products.name")}</th>
            <th className="px-3 font-normal">{t("products.sku")}</th>
            {sheetColumns.map((column) => (
              <th key={column} className="w-28 px-3 text-right font-normal whitespace-nowrap">
                {t(`products.${column}`)}
              </th>
            ))}
            <th className="px-3 font-normal">{t("products.changed")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DesktopRow
              key={row.id}
              row={row}
              sheet={sheet}
              selection={selection}
              open={expanded.has(row.id)}
              onToggle={() => onToggle(row.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DesktopTableProps {
  rows: readonly ProductListRow[];
  sheet: SheetState;
  selection: PriceSelection | null;
  expanded: ReadonlySet<number>;
  onToggle: (id: number) => void;
}

/** Which products show their variations. */
export function useExpanded(): [ReadonlySet<number>, (id: number) => void] {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  };
  return [expanded, toggle];
}
