import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { blankSpecifications, missingOnLabel } from "#contract/woo/label-specifications.ts";
import type { ProductSpecifications } from "#contract/woo/specifications.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useEditor } from "./editor-context.ts";

type Specifications = ProductSpecifications;
type Stone = Specifications["stones"][number];
const careGroups = ["silver", "vermeil", "pearl", "delicate_stone"] as const;
const newStone: Stone = { name: "", natural: null, count: 1, cut: null, size_mm: null, carat: null };

interface ValueFieldProps {
  label: string;
  value: string | number | null;
  onChange: (text: string | null) => void;
  numeric?: boolean;
  /** the law requires it on the label */
  required?: boolean;
}

function ValueField({ label, value, onChange, numeric = false, required = false }: ValueFieldProps) {
  const t = useTexts();
  const { readOnly } = useEditor();
  return (
    <TextField
      label={label}
      {...(required ? { optional: t("specs.on_label") } : {})}
      type={numeric ? "number" : "text"}
      {...(numeric ? { min: 0, step: "any", inputMode: "decimal" as const } : {})}
      autoComplete="off"
      disabled={readOnly}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    />
  );
}

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));

function StoneFields({ stone, onChange, onRemove }: StoneFieldsProps) {
  const t = useTexts();
  const { readOnly } = useEditor();
  const natural = stone.natural === null ? "" : stone.natural ? "yes" : "no";
  return (
    <li className="rounded-xs border border-line p-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <ValueField label={t("specs.stone")} value={stone.name} onChange={(name) => onChange({ name: name ?? "" })} />
        <SelectField
          label={t("specs.natural")}
          disabled={readOnly}
          value={natural}
          onChange={({ target }) => onChange({ natural: target.value === "" ? null : target.value === "yes" })}
        >
          <option value="">–</option>
          <option value="yes">{t("specs.is_natural")}</option>
          <option value="no">{t("specs.is_synthetic")}</option>
        </SelectField>
        <ValueField
          label={t("specs.count")}
          numeric
          value={stone.count}
          onChange={(count) => onChange({ count: toNumber(count) ?? 1 })}
        />
        <ValueField label={t("specs.cut")} value={stone.cut} onChange={(text) => onChange({ cut: text })} />
        <ValueField label={t("specs.size_mm")} value={stone.size_mm} onChange={(text) => onChange({ size_mm: text })} />
        <ValueField
          label={t("specs.carat")}
          numeric
          value={stone.carat}
          onChange={(text) => onChange({ carat: toNumber(text) })}
        />
      </div>
      {!readOnly && (
        <Button look="quiet" onClick={onRemove}>
          {t("specs.remove_stone")}
        </Button>
      )}
    </li>
  );
}

interface StoneFieldsProps {
  stone: Stone;
  onChange: (fields: Partial<Stone>) => void;
  onRemove: () => void;
}

function Stones({ value, set }: { value: Specifications; set: (fields: Partial<Specifications>) => void }) {
  const t = useTexts();
  const { readOnly } = useEditor();
  const { stones } = value;
  return (
    <div>
      <h3 className="mb-2 text-sm font-medium">{t("specs.stones")}</h3>
      <ul className="space-y-3 empty:hidden">
        {stones.map((stone, index) => (
          <StoneFields
            // the order is fixed, and stones have no names of their own
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            stone={stone}
            onChange={(fields) =>
              set({ stones: stones.map((one, at) => (at === index ? { ...one, ...fields } : one)) })
            }
            onRemove={() => set({ stones: stones.filter((_one, at) => at !== index) })}
          />
        ))}
      </ul>
      {!readOnly && (
        <Button look="quiet" onClick={() => set({ stones: [...stones, newStone] })}>
          {t("specs.add_stone")}
        </Button>
      )}
    </div>
  );
}

interface MeasuresProps {
  value: Specifications;
  set: (fields: Partial<Specifications>) => void;
  setRing: (fields: Partial<Specifications["ring"]>) => void;
}

function Measures({ value, set, setRing }: MeasuresProps) {
  const t = useTexts();
  const { ring } = value;
  return (
    <>
      <ValueField
        label={t("specs.weight_g")}
        numeric
        required
        value={value.weight_g}
        onChange={(text) => set({ weight_g: toNumber(text) })}
      />
      <ValueField
        label={t("specs.length_mm")}
        numeric
        value={value.length_mm}
        onChange={(text) => set({ length_mm: toNumber(text) })}
      />
      <ValueField
        label={t("specs.inner_mm")}
        numeric
        value={ring.inner_mm}
        onChange={(text) => setRing({ inner_mm: toNumber(text) })}
      />
      <ValueField
        label={t("specs.width_mm")}
        numeric
        value={ring.width_mm}
        onChange={(text) => setRing({ width_mm: toNumber(text) })}
      />
    </>
  );
}

/** What a jewelry label and the product's page state, in fields. */
export function SpecificationsSection() {
  const t = useTexts();
  const { form, change, readOnly, errors } = useEditor();
  const value = form.specifications ?? blankSpecifications;
  const set = (fields: Partial<Specifications>) => change({ specifications: { ...value, ...fields } });
  const { metal, ring } = value;
  const missing = missingOnLabel(form.specifications);
  const setMetal = (fields: Partial<typeof metal>) => set({ metal: { ...metal, ...fields } });
  const setRing = (fields: Partial<typeof ring>) => set({ ring: { ...ring, ...fields } });
  return (
    <div className="space-y-5">
      {missing.length > 0 && (
        <p className="text-sm text-warning">
          <Badge tone="warning">{t("specs.missing", { count: missing.length })}</Badge> {t("specs.missing_text")}
        </p>
      )}
      {errors.specifications && <p className="text-sm text-danger">{errors.specifications}</p>}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <ValueField
          label={t("specs.metal")}
          required
          value={metal.name}
          onChange={(name) => setMetal({ name: name ?? "" })}
        />
        <ValueField
          label={t("specs.fineness")}
          numeric
          required
          value={metal.fineness}
          onChange={(text) => setMetal({ fineness: toNumber(text) })}
        />
        <ValueField label={t("specs.plate")} value={metal.plate} onChange={(plate) => setMetal({ plate })} />
        <ValueField
          label={t("specs.plate_microns")}
          numeric
          value={metal.plate_microns}
          onChange={(text) => setMetal({ plate_microns: toNumber(text) })}
        />
        <Measures value={value} set={set} setRing={setRing} />
        <SelectField
          label={t("specs.care_group")}
          disabled={readOnly}
          value={value.care_group ?? ""}
          onChange={({ target }) => set({ care_group: careGroups.find((one) => one === target.value) ?? null })}
        >
          <option value="">–</option>
          {careGroups.map((group) => (
            <option key={group} value={group}>
              {t(`care_groups.${group}`)}
            </option>
          ))}
        </SelectField>
        <ValueField label={t("specs.origin")} required value={value.origin} onChange={(origin) => set({ origin })} />
        <ValueField
          label={t("specs.manufacturer")}
          required
          value={value.manufacturer}
          onChange={(manufacturer) => set({ manufacturer })}
        />
      </div>
      <Checkbox
        label={t("specs.adjustable")}
        disabled={readOnly}
        checked={ring.adjustable}
        onChange={(event) => setRing({ adjustable: event.target.checked })}
      />
      <Stones value={value} set={set} />
    </div>
  );
}
