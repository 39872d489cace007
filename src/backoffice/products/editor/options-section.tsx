import { useState } from "react";
import { maxCombinations } from "#contract/product-tabs.ts";
import { Alert } from "#design/alert.tsx";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { FailedPart } from "#backoffice/components/failed-part.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { CreateCombinations } from "./create-combinations.tsx";
import { useEditor } from "./editor-context.ts";
import { combinationCount, matrixOf, variationAttributes } from "./matrix.ts";
import { MatrixTable } from "./matrix-table.tsx";
import type { EditedAttribute } from "./records.ts";
import { Disclosure } from "#backoffice/components/disclosure.tsx";

/** Creates a term in both languages where it is needed. */
function NewTermSheet({ attribute, onDone, onClose }: NewTermSheetProps) {
  const t = useTexts();
  const [vi, setVi] = useState("");
  const [en, setEn] = useState("");
  const create = useAction(async (key) => {
    const path = { attribute_id: attribute.id };
    const body = { name: vi, translations: { vi: { name: vi }, en: { name: en || vi } } };
    const { data } = await call("POST wc/products/attributes/{attribute_id}/terms", { path, body, key });
    await invalidate("GET wc/products/attributes/{attribute_id}/terms");
    onDone((data as { name: string }).name);
  });
  return (
    <Sheet title={t("options.new_term", { attribute: attribute.name })} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void create.run();
        }}
      >
        <TextField
          label={t("editor.vietnamese")}
          required
          autoComplete="off"
          value={vi}
          onChange={(event) => setVi(event.target.value)}
        />
        <TextField
          label={t("editor.english")}
          autoComplete="off"
          value={en}
          onChange={(event) => setEn(event.target.value)}
        />
        <Failure error={create.error} />
        <Button type="submit" wide busy={create.busy}>
          {t("editor.add")}
        </Button>
      </form>
    </Sheet>
  );
}

interface NewTermSheetProps {
  attribute: EditedAttribute;
  onDone: (name: string) => void;
  onClose: () => void;
}

interface AttributeFieldsProps {
  attribute: EditedAttribute;
  onChange: (fields: Partial<EditedAttribute>) => void;
  onRemove: () => void;
}

function AttributeFields({ attribute, onChange, onRemove }: AttributeFieldsProps) {
  const t = useTexts();
  const { readOnly } = useEditor();
  const [adding, setAdding] = useState(false);
  // open where nothing is selected yet, and not closed by the first selection
  const [open, setOpen] = useState(attribute.options.length === 0);
  const shared = attribute.id > 0;
  const terms = useApi(
    "GET wc/products/attributes/{attribute_id}/terms",
    { path: { attribute_id: attribute.id }, query: { per_page: 100 } },
    { enabled: shared },
  );
  const names = [...new Set([...(terms.data?.data.map(({ name }) => name) ?? []), ...attribute.options])];
  const toggle = (name: string, on: boolean) =>
    onChange({ options: names.filter((one) => (one === name ? on : attribute.options.includes(one))) });
  return (
    <Disclosure
      className="rounded-xs border border-line"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      titleClassName="min-h-12 px-3 text-sm"
      title={
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className="font-medium">{attribute.name}</span>
          <span className="min-w-0 flex-1 truncate text-taupe">{attribute.options.join(", ")}</span>
          {attribute.variation && <Badge>{t("options.for_variations")}</Badge>}
        </span>
      }
    >
      <div className="px-3 pb-2">
        <Checkbox
          label={t("options.for_variations")}
          disabled={readOnly}
          checked={attribute.variation}
          onChange={(event) => onChange({ variation: event.target.checked })}
        />
        <FailedPart query={terms} />
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
          {names.map((name) => (
            <Checkbox
              key={name}
              label={name}
              disabled={readOnly}
              checked={attribute.options.includes(name)}
              onChange={(event) => toggle(name, event.target.checked)}
            />
          ))}
        </div>
        {!readOnly && (
          <div className="flex flex-wrap">
            {shared && (
              <Button look="quiet" onClick={() => setAdding(true)}>
                {t("options.add_term")}
              </Button>
            )}
            <Button look="quiet" onClick={onRemove}>
              {t("options.remove")}
            </Button>
          </div>
        )}
        {adding && (
          <NewTermSheet
            attribute={attribute}
            onDone={(name) => {
              onChange({ options: [...attribute.options, name] });
              setAdding(false);
            }}
            onClose={() => setAdding(false)}
          />
        )}
      </div>
    </Disclosure>
  );
}

function AddAttribute() {
  const t = useTexts();
  const { form, change } = useEditor();
  const query = useApi("GET wc/products/attributes", {});
  return (
    <Loaded query={query}>
      {(list) => {
        const free = list.filter(({ id }) => !form.attributes.some((one) => one.id === id));
        return (
          <SelectField
            label={t("options.add")}
            value=""
            onChange={({ target }) => {
              const found = free.find(({ id }) => String(id) === target.value);
              if (!found) return;
              const { id, name, slug } = found;
              change({
                attributes: [...form.attributes, { id, name, slug, visible: true, variation: true, options: [] }],
              });
            }}
          >
            <option value="">–</option>
            {free.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        );
      }}
    </Loaded>
  );
}

/** The attributes of a product, and the matrix of all their combinations. */
export function OptionsSection() {
  const t = useTexts();
  const { form, change, readOnly, errors } = useEditor();
  const set = (attributes: readonly EditedAttribute[]) => change({ attributes });
  const matrix = matrixOf(form);
  const count = combinationCount(variationAttributes(form));
  return (
    <div className="space-y-4">
      {form.attributes.map((attribute, index) => (
        <AttributeFields
          key={`${attribute.id}:${attribute.name}`}
          attribute={attribute}
          onChange={(fields) => set(form.attributes.map((one, at) => (at === index ? { ...one, ...fields } : one)))}
          onRemove={() => set(form.attributes.filter((_one, at) => at !== index))}
        />
      ))}
      {errors.attributes && <p className="text-sm text-danger">{errors.attributes}</p>}
      {!readOnly && <AddAttribute />}
      {matrix.tooMany ? (
        <Alert>{t("options.too_many", { count, maximum: maxCombinations })}</Alert>
      ) : (
        count > 0 && (
          <>
            <CreateCombinations matrix={matrix} />
            <MatrixTable matrix={matrix} />
          </>
        )
      )}
    </div>
  );
}
