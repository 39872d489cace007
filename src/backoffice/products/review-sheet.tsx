import { useEffect, useState } from "react";
import type { SheetResult } from "#contract/backoffice/products.ts";
import type { Dong } from "#contract/money.ts";
import { Button } from "#design/button.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { changesOf, linesWith, type SheetEdits } from "./sheet-edits.ts";

interface ReviewSheetProps {
  edits: SheetEdits;
  onSaved: (results: readonly SheetResult[]) => void;
  onClose: () => void;
}

const amountOf = (amount: Dong | null): string => (amount === null ? "–" : formatAmount(amount));

/** What one result changes, as text. */
function describeResult(t: TextOf, { before, after, sold_meanwhile: sold }: SheetResult): string[] {
  if (!before || !after) return [];
  const prices = (["regular_price", "sale_price"] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => `${t(`products.${field}`)}: ${amountOf(before[field])} → ${amountOf(after[field])}`);
  if (before.quantity === after.quantity) return prices;
  const seen = before.quantity + sold;
  const wanted = after.quantity + sold;
  const stock = t(sold === 0 ? "products.stock_change" : sold > 0 ? "products.stock_sold" : "products.stock_added", {
    ...{ seen, wanted, sold: Math.abs(sold), result: after.quantity },
  });
  return [...prices, stock];
}

function Results({ results, edits }: { results: readonly SheetResult[]; edits: SheetEdits }) {
  const t = useTexts();
  return (
    <ul className="divide-y divide-line border-y border-line">
      {results.map((result) => {
        const line = linesWith(edits).find(
          ({ productId, variationId }) => productId === result.product_id && variationId === result.variation_id,
        );
        return (
          <li key={`${result.product_id}:${result.variation_id}`} className="py-2 text-sm">
            <p className="font-medium">
              {line?.name}
              {line?.options && <span className="font-normal text-taupe"> · {line.options}</span>}
            </p>
            {describeResult(t, result).map((text) => (
              <p key={text} className="tabular text-taupe">
                {text}
              </p>
            ))}
            {result.error && <p className="text-danger">{result.error.message}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** Lists the changes as the server would store them, with what was sold in the meantime, and saves them. */
export function ReviewSheet({ edits: current, onSaved, onClose }: ReviewSheetProps) {
  const t = useTexts();
  // those of its opening: a save forgets them
  const [edits] = useState(current);
  const [changes] = useState(() => changesOf(edits));
  const trial = useAction((key) => call("POST bo/product-sheet", { body: { changes, dry_run: true }, key }));
  const save = useAction(async (key) => {
    // the prices that this dialog has shown
    const shown = trial.result?.data.results ?? [];
    const body = {
      changes: changes.map((change, index) => {
        const before = shown[index]?.before;
        if (!before) return change;
        return { ...change, seen_regular_price: before.regular_price, seen_sale_price: before.sale_price };
      }),
    };
    const { data } = await call("POST bo/product-sheet", { body, key });
    await invalidate("GET bo/product-lists");
    onSaved(data.results);
    return data.results;
  });
  const { run } = trial;
  // once: the dialog shows the state at its opening
  // biome-ignore lint/correctness/useExhaustiveDependencies: run is a new function in each render
  useEffect(() => void run(), []);
  const results = save.result ?? trial.result?.data.results;
  const failed = results?.filter(({ error }) => error) ?? [];
  const possible = (results?.length ?? 0) - failed.length;
  return (
    <Sheet title={t("products.review", { count: Object.keys(edits).length })} onClose={onClose}>
      <div className="space-y-4">
        {results ? <Results results={results} edits={edits} /> : <Skeleton className="h-24" />}
        <Failure error={trial.error ?? save.error} />
        {save.result ? (
          <>
            <p role="status" className="text-sm">
              {t("products.saved_of", { saved: possible, count: results?.length ?? 0 })}
            </p>
            <Button wide onClick={onClose}>
              {t("actions.close")}
            </Button>
          </>
        ) : (
          <ServerButton wide busy={save.busy || trial.busy} disabled={possible === 0} onClick={() => void save.run()}>
            {t("products.save_now", { count: possible })}
          </ServerButton>
        )}
      </div>
    </Sheet>
  );
}
