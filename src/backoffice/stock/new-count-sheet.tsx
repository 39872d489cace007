import { useState } from "react";
import { useNavigate } from "react-router";
import { countScopes } from "#contract/backoffice/stock-choices.ts";
import { Button } from "#design/button.tsx";
import { Checkbox, RadioGroup } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { CategoryField } from "#backoffice/taxonomies/category-field.tsx";

type Scope = (typeof countScopes)[number];

/** Starts a count of everything, of a category or of one place. */
export function NewCountSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const [scope, setScope] = useState<Scope>("all");
  const [category, setCategory] = useState("");
  const [bin, setBin] = useState("");
  const [includesUnpacked, setIncludesUnpacked] = useState(true);
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
    await invalidate("GET bo/stock-counts");
    void navigate(`/stock/counts/${data.id}`);
  });
  const fields = start.error?.fields ?? {};
  return (
    <Sheet title={t("counts.start")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start.run();
        }}
      >
        <RadioGroup
          legend={t("counts.scope")}
          name="scope"
          choices={countScopes.map((value) => ({ value, label: t(`counts.scope_${value}`) }))}
          value={scope}
          onChange={(value) => setScope(countScopes.find((one) => one === value) ?? "all")}
        />
        {scope === "category" && (
          <CategoryField
            required
            value={category}
            none={t("counts.choose")}
            error={fields.category_id}
            onChange={setCategory}
          />
        )}
        {scope === "bin" && (
          <TextField
            label={t("counts.bin")}
            required
            maxLength={60}
            value={bin}
            error={fields.bin}
            onChange={(event) => setBin(event.target.value)}
          />
        )}
        <Checkbox
          label={t("counts.includes_unpacked")}
          hint={t("counts.includes_unpacked_hint")}
          checked={includesUnpacked}
          onChange={(event) => setIncludesUnpacked(event.target.checked)}
        />
        {Object.keys(fields).length === 0 && <Failure error={start.error} />}
        <Button type="submit" wide busy={start.busy}>
          {t("counts.start")}
        </Button>
      </form>
    </Sheet>
  );
}
