import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { TermMerge } from "#contract/backoffice/taxonomies.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { SelectField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { StaffTerm } from "./use-attributes.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

const ProductLink = ({ product: { id, name } }: { product: { id: number; name: string } }) => (
  <Link to={`/products/${id}/options`} className="inline-flex min-h-11 items-center underline underline-offset-4">
    {name}
  </Link>
);

/** What the merge moves, and what prevents it. */
function Consequences({ plan: { products, variations, both, equal } }: { plan: TermMerge }) {
  const t = useTexts();
  return (
    <div className="space-y-3 text-sm" aria-live="polite">
      <p>{t("attributes.merge_counts", { products, variations })}</p>
      {both.length > 0 && (
        <div>
          <p className="text-taupe">{t("attributes.merge_both", { count: both.length })}</p>
          <ul className="max-h-40 overflow-y-auto">
            {both.map((product) => (
              <li key={product.id}>
                <ProductLink product={product} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {equal.length > 0 && (
        <div>
          <Alert>{t("attributes.merge_equal")}</Alert>
          <ul className="mt-2 max-h-56 space-y-2 overflow-y-auto">
            {equal.map(({ product, variations: pair }) => (
              <li key={pair.map(({ id }) => id).join("-")}>
                <ProductLink product={product} />
                <ul className="list-disc pl-5 text-taupe">
                  {pair.map(({ id, option, sku }) => (
                    <li key={id}>{[option, sku || `#${id}`].join(" · ")}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface MergeSheetProps {
  term: StaffTerm;
  terms: readonly StaffTerm[];
  /** id of the chosen other term; "" before one is chosen. It is part of the address, so that a reload keeps it */
  into: string;
  onChoose: (into: string) => void;
  onMerged: () => void;
  onClose: () => void;
}

/** Merges a term into another one, after what that changes was shown and confirmed. */
export function MergeSheet({ term, terms, into, onChoose, onMerged, onClose }: MergeSheetProps) {
  const t = useTexts();
  const [isConfirmed, setConfirmed] = useState(false);
  const target = terms.find(({ id }) => String(id) === into);
  const body = (id: string, dryRun: boolean) => ({ from: term.id, into: Number(id), dry_run: dryRun });
  const preview = useAction(
    async (key, id: string) => (await call("POST bo/terms/merge", { body: body(id, true), key })).data,
  );
  const merge = useAction(async (key, id: string) => {
    const { data } = await call("POST bo/terms/merge", { body: body(id, false), key });
    await invalidate("GET wc/products/attributes/{attribute_id}/terms", "GET bo/product-lists");
    onMerged();
    const { products, variations } = data;
    reportDone(t("attributes.merged", { from: term.name, into: target?.name ?? "", products, variations }));
  });
  const plan = preview.result;
  const { run, reset } = preview;
  // also of what the address of the opened screen has; the confirmation is given again
  // biome-ignore lint/correctness/useExhaustiveDependencies: run and reset are new functions in each render
  useEffect(() => {
    setConfirmed(false);
    merge.reset();
    reset();
    if (into) void run(into);
  }, [into]);
  return (
    <Sheet title={t("attributes.merge_title", { name: term.name })} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void merge.run(into);
        }}
      >
        <SelectField
          label={t("attributes.merge_into")}
          hint={t("attributes.merge_hint", { name: term.name })}
          required
          value={into}
          disabled={preview.busy || merge.busy}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">{t("attributes.choose_term")}</option>
          {terms
            .filter(({ id }) => id !== term.id)
            .map(({ id, name, count }) => (
              <option key={id} value={id}>
                {`${name} (${count})`}
              </option>
            ))}
        </SelectField>
        <Failure error={preview.error ?? merge.error} />
        {plan && <Consequences plan={plan} />}
        {plan && target && plan.equal.length === 0 && (
          <>
            <Checkbox
              label={t("attributes.merge_confirm", {
                ...{ from: term.name, into: target.name, products: plan.products, variations: plan.variations },
              })}
              checked={isConfirmed}
              onChange={(event) => setConfirmed(event.target.checked)}
            />
            <Button type="submit" wide busy={merge.busy} disabled={!isConfirmed}>
              {t("attributes.merge")}
            </Button>
          </>
        )}
        <Button look="secondary" wide onClick={onClose}>
          {t("actions.back")}
        </Button>
      </form>
    </Sheet>
  );
}
