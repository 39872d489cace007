import { useState } from "react";
import { useSearchParams } from "react-router";
import type { PriceChangeResult } from "#contract/backoffice/prices.ts";
import { Alert } from "#design/alert.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { parseAmount } from "#backoffice/components/amount.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { PriceHistory } from "./price-history.tsx";
import { PriceLines } from "./price-lines.tsx";
import { blankRule, type RuleDraft, RuleForm } from "./rule-form.tsx";

/** Times of the shop are those of Vietnam, wherever the device is. */
const toIso = (local: string): string | null => (local ? new Date(`${local}:00+07:00`).toISOString() : null);

/** The request of what was typed. @param ids products that were selected in their list */
function requestOf(draft: RuleDraft, ids: readonly number[]) {
  const { category, search, on, by, of, direction, round, from, until } = draft;
  const typed =
    by === "percent" ? Number(draft.value.replace(",", ".").replace(/\s*%$/, "")) : parseAmount(draft.value);
  const value = Number.isFinite(typed) ? Number(typed) : 0;
  return {
    filter: {
      ...(category ? { category_id: Number(category) } : {}),
      ...(search ? { search } : {}),
      ...(ids.length > 0 ? { ids: [...ids] } : {}),
    },
    rule: {
      ...{ on, by, of, round },
      value: by !== "set" && direction === "down" ? -value : value,
      ...(on === "sale" ? { from: toIso(from), until: toIso(until) } : {}),
    },
  };
}

interface Preview {
  request: ReturnType<typeof requestOf>;
  result: PriceChangeResult;
}

interface PreviewProps {
  preview: Preview;
  exclusions: readonly number[];
  onExclude: (exclusions: readonly number[]) => void;
  onDone: () => void;
}

/** The previewed lines, and the button that writes those that are not excluded. */
function PreviewPart({ preview: { request, result }, exclusions, onExclude, onDone }: PreviewProps) {
  const t = useTexts();
  const { lines, unchanged } = result;
  const excluded = new Set(lines.flatMap(({ id }) => (exclusions.includes(id) ? [id] : [])));
  const start = useAction(async (key) => {
    // the server writes nothing if a price is another one than is shown
    const body = { ...request, preview: result.preview, exclude: [...excluded], dry_run: false };
    await call("POST bo/price-changes", { body, key });
    onDone();
    await invalidate("GET bo/price-changes");
  });
  const toggle = (id: number) =>
    onExclude(exclusions.includes(id) ? exclusions.filter((other) => other !== id) : [...exclusions, id]);
  const raised = lines.filter(({ id, warnings }) => warnings.includes("raised") && !excluded.has(id)).length;
  const warned = lines.filter(({ id, warnings }) => warnings.length > 0 && !excluded.has(id)).length;
  if (lines.length === 0)
    return <StateCard title={t("prices.nothing")} text={t("prices.unchanged", { count: unchanged })} />;
  return (
    <section className="space-y-3" aria-label={t("prices.preview")}>
      <p role="status" className="text-sm text-taupe">
        {t("prices.preview_text", { count: lines.length - excluded.size, unchanged: unchanged + excluded.size })}
        {warned > 0 && ` ${t("prices.warned", { count: warned })}`}
      </p>
      {raised > 0 && <Alert tone="warning">{t("prices.raised_text", { count: raised })}</Alert>}
      <PriceLines lines={lines} excluded={excluded} onToggle={toggle} />
      <Failure error={start.error} />
      <div data-action-bar className="sticky bottom-(--bottom-bar) z-10 bg-ivory py-2 lg:bottom-0">
        <ServerButton wide busy={start.busy} disabled={lines.length === excluded.size} onClick={() => void start.run()}>
          {t("prices.apply", { count: lines.length - excluded.size })}
        </ServerButton>
      </div>
    </section>
  );
}

/** Changes of many prices: a rule, its preview, and the history with undo. */
export default function Prices() {
  const t = useTexts();
  const [search] = useSearchParams();
  const ids = (search.get("ids") ?? "").split(",").map(Number).filter(Boolean);
  const draft = useDraft("price-rule", blankRule);
  const [preview, setPreview] = useState<Preview | null>(null);
  const load = useAction(async (key) => {
    const request = requestOf(draft.values, ids);
    const { data } = await call("POST bo/price-changes", { body: { ...request, dry_run: true }, key });
    setPreview({ request, result: data });
  });
  return (
    <Page title={t("nav.prices")}>
      <div className="space-y-5">
        <DraftOffer draft={draft} />
        {ids.length > 0 && <p className="text-sm text-taupe">{t("prices.selected", { count: ids.length })}</p>}
        <RuleForm
          draft={draft.values}
          onChange={(own) => {
            draft.change(own);
            setPreview(null);
          }}
          fields={load.error?.fields ?? {}}
          busy={load.busy}
          onPreview={() => void load.run()}
        />
        <Failure error={load.error} />
        {preview && (
          <PreviewPart
            key={preview.result.preview}
            preview={preview}
            exclusions={draft.values.excluded}
            onExclude={(excluded) => draft.change({ excluded })}
            onDone={() => {
              setPreview(null);
              draft.change({ excluded: [] });
              draft.discard();
            }}
          />
        )}
        <PriceHistory />
      </div>
    </Page>
  );
}
