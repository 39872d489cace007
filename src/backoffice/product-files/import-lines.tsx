import { useState } from "react";
import { Link } from "react-router";
import type { LineResult } from "#contract/backoffice/import-choices.ts";
import type { ImportLine, ProductImport } from "#contract/backoffice/product-imports.ts";
import { classes } from "#design/class-names.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { typedAmountText } from "#backoffice/components/amount.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { countsOf, shownStep } from "./import-state.tsx";

const perPage = 25;

/** WooCommerce's columns of amounts. */
const amountColumns: readonly string[] = ["regular price", "sale price"];

/** A value as the other screens show it: `690.000 ₫`. */
const cellText = (field: string, value: string): string =>
  amountColumns.includes(field.toLowerCase()) ? typedAmountText(value) : value;

/** What happens in the cells of one line: changed values, or the reasons of a rejection. */
function Cells({ line: { problems, changes } }: { line: ImportLine }) {
  const t = useTexts();
  return (
    <dl className="mt-1 space-y-1 text-sm">
      {problems.map(({ field, reason }) => (
        <div key={`${field}:${reason}`} className="grid gap-x-3 sm:grid-cols-[11rem_1fr]">
          <dt className="font-medium text-danger">{field || t("files.whole_line")}</dt>
          <dd className="break-words">{reason}</dd>
        </div>
      ))}
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 sm:grid-cols-[11rem_1fr]">
          <dt className="text-taupe">{field}</dt>
          <dd className="min-w-0 break-words">
            <del className="text-taupe">{cellText(field, before) || t("files.empty_cell")}</del> →{" "}
            <ins className="no-underline">{cellText(field, after) || t("files.empty_cell")}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Line({ line }: { line: ImportLine }) {
  const t = useTexts();
  const { line: number, sku, item_id } = line;
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="tabular font-medium">{t("files.line", { line: number })}</span>
        {sku && <span className="break-all">{sku}</span>}
        {item_id !== null && line.outcome !== "created" && (
          <span className="tabular text-xs text-taupe">#{item_id}</span>
        )}
      </p>
      <Cells line={line} />
    </li>
  );
}

/** First what needs attention. */
const order: readonly LineResult[] = ["failed", "updated", "created", "skipped"];

interface ResultTabsProps {
  counts: ProductImport["checked"];
  open: LineResult;
  onOpen: (result: LineResult) => void;
}

function ResultTabs({ counts, open, onOpen }: ResultTabsProps) {
  const t = useTexts();
  return (
    <nav aria-label={t("files.results")} className="-mx-4 overflow-x-auto border-b border-line px-2 lg:mx-0 lg:px-0">
      <ul className="flex">
        {order.map((result) => (
          <li key={result} className="shrink-0">
            <button
              type="button"
              aria-current={open === result ? "page" : undefined}
              onClick={() => onOpen(result)}
              className={classes(
                "min-h-12 border-b-2 px-3 text-sm whitespace-nowrap",
                open === result ? "border-ink font-medium" : "border-transparent text-taupe hover:text-ink",
              )}
            >
              {t(`line_results.${result}`)} <span className="tabular">{counts[result]}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The lines of the file by result, a page at a time. */
export function ImportLines({ one }: { one: ProductImport }) {
  const t = useTexts();
  const step = shownStep(one);
  const counts = countsOf(one);
  const [chosen, setChosen] = useState<LineResult | null>(null);
  const [page, setPage] = useState(1);
  const open = chosen ?? order.find((result) => counts[result] > 0) ?? "failed";
  const query = useApi("GET bo/product-imports/{id}/lines", {
    ...{ path: { id: one.id }, query: { step, outcome: open, page, per_page: perPage } },
  });
  return (
    <section aria-label={t("files.results")}>
      <ResultTabs
        counts={counts}
        open={open}
        onOpen={(result) => {
          setChosen(result);
          setPage(1);
        }}
      />
      <div className="mt-3">
        <Loaded query={query} isEmpty={(lines) => lines.length === 0} empty={<StateCard title={t("files.no_lines")} />}>
          {(lines) => (
            <ul className="card divide-y divide-line">
              {lines.map((line) => (
                <Line key={line.line} line={line} />
              ))}
            </ul>
          )}
        </Loaded>
        <PageButtons page={page} perPage={perPage} total={query.data?.total ?? 0} onOpen={setPage} />
      </div>
    </section>
  );
}

/** Products that reverting left as they are, each with its reason. */
export function LeftProducts({ id }: { id: number }) {
  const t = useTexts();
  const left = useApi("GET bo/product-imports/{id}/left", { path: { id } });
  return (
    <section className="card p-4 sm:p-5" aria-labelledby="left">
      <h2 id="left" className="text-base font-medium">
        {t("files.left")}
      </h2>
      <Loaded query={left}>
        {(list) => (
          <ul className="mt-2 divide-y divide-line text-sm">
            {list.map((product) => (
              <li key={product.id} className="py-2">
                <Link to={`/products/${product.id}`} className="text-link inline-flex min-h-11 items-center lg:min-h-0">
                  {product.name || `#${product.id}`}
                </Link>
                <span className="block text-taupe">{t(`left_reasons.${product.reason}`)}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
