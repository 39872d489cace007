import { useNavigate } from "react-router";
import { countScopes } from "#contract/backoffice/stock-choices.ts";
import { Button } from "#design/button.tsx";
import { Checkbox, RadioGroup } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { labelledError, labelsIn } from "#backoffice/api/labelled-error.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { CategoryField } from "#backoffice/categories/category-field.tsx";

interface NewCount {
  scope: (typeof countScopes)[number];
  category: string;
  bin: string;
  includesUnpacked: boolean;
}

/** Starts a count of everything, of a category or of one place. */
export function NewCountSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const draft = useDraft<NewCount>("new-count", { scope: "all", category: "", bin: "", includesUnpacked: true });
  const { scope, category, bin, includesUnpacked } = draft.values;
  const start = useAction(async (key) => {
    const { data } = await call("POST bo/stock-counts", {
      body: {
        scope,
        includes_unpacked: includesUnpacked,
        ...(scope === "category" && category ? { category_id: Number(category) } : {}),
        ...(scope === "bin" ? { bin } : {}),
      },
      key,
    });
    draft.discard();
    await invalidate("GET bo/stock-counts");
    onClose();
    void navigate(`/stock/counts/${data.id}`);
  });
  const labels = { scope: t("counts.scope"), category_id: t("counts.category"), bin: t("counts.bin") };
  const failure = start.error && labelledError(start.error, labelsIn(labels));
  const fields = failure?.fields ?? {};
  return (
    <Sheet title={t("counts.start")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start.run();
        }}
      >
        <DraftOffer draft={draft} />
        <RadioGroup
          legend={t("counts.scope")}
          name="scope"
          choices={countScopes.map((value) => ({ value, label: t(`counts.scope_${value}`) }))}
          value={scope}
          onChange={(value) => draft.change({ scope: countScopes.find((one) => one === value) ?? "all" })}
        />
        {scope === "category" && (
          <CategoryField
            required
            value={category}
            none={t("counts.choose")}
            error={fields.category_id}
            onChange={(value) => draft.change({ category: value })}
          />
        )}
        {scope === "bin" && (
          <TextField
            label={t("counts.bin")}
            required
            maxLength={60}
            value={bin}
            error={fields.bin}
            onChange={(event) => draft.change({ bin: event.target.value })}
          />
        )}
        <Checkbox
          label={t("counts.includes_unpacked")}
          hint={t("counts.includes_unpacked_hint")}
          checked={includesUnpacked}
          onChange={(event) => draft.change({ includesUnpacked: event.target.checked })}
        />
        {Object.keys(fields).length === 0 && <Failure error={failure} />}
        <Button type="submit" wide busy={start.busy}>
          {t("counts.start")}
        </Button>
      </form>
    </Sheet>
  );
}
