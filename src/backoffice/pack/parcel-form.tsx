import { useState } from "react";
import type { PackingBox } from "#contract/backoffice/packing-boxes.ts";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import type { Dong } from "#contract/money.ts";
import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { saveParcel } from "./packing-actions.ts";

const sides = ["length", "width", "height"] as const;

/** What the carrier’s fee has become since the screen was opened; nothing without a change. */
function FeeChange({ fee }: { fee: Dong | null }) {
  const t = useTexts();
  const [before] = useState(fee);
  const hasChanged = fee !== null && before !== null && fee !== before;
  return (
    <p role="status" className="text-sm text-warning empty:hidden">
      {hasChanged && t("pack.fee_changed", { before: formatAmount(before), after: formatAmount(fee) })}
    </p>
  );
}

interface BoxFieldProps {
  /** id of the selected box, as text; empty for none */
  value: string;
  onChange: (id: string, box: PackingBox | null) => void;
}

/** The shop's boxes, with which the size of the parcel is proposed. */
function BoxField({ value, onChange }: BoxFieldProps) {
  const t = useTexts();
  const lang = useLanguage();
  const query = useApi("GET bo/packing-boxes", {});
  const boxes = query.data?.data ?? [];
  const isUnknown = value !== "" && !boxes.some(({ id }) => String(id) === value);
  return (
    <SelectField
      className="col-span-3"
      label={t("pack.box")}
      hint={t(query.error && !query.data ? "pack.boxes_failed" : "pack.box_hint")}
      value={value}
      onChange={({ target }) => onChange(target.value, boxes.find(({ id }) => String(id) === target.value) ?? null)}
    >
      <option value="">{t("pack.other_box")}</option>
      {isUnknown && (
        <option value={value}>
          {t("pack.box")} #{value}
        </option>
      )}
      {boxes.map(({ id, name, size_cm: { length, width, height } }) => (
        <option key={id} value={id}>
          {`${name[lang]} (${length} × ${width} × ${height}\u00a0cm)`}
        </option>
      ))}
    </SelectField>
  );
}

interface ParcelValues extends Record<(typeof sides)[number] | "weight" | "box_id", string> {}

interface SizeFieldsProps {
  values: ParcelValues;
  /** weight of the items */
  itemsG: number;
  onChange: (fields: Partial<ParcelValues>) => void;
}

function SizeFields({ values, itemsG, onChange }: SizeFieldsProps) {
  const t = useTexts();
  return (
    <>
      {sides.map((side) => (
        <TextField
          key={side}
          label={t(`pack.${side}`)}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,2}"
          required
          value={values[side]}
          onChange={(event) => onChange({ [side]: event.target.value })}
        />
      ))}
      <TextField
        className="col-span-3"
        label={t("pack.weight")}
        hint={t("pack.weight_hint", { grams: itemsG })}
        inputMode="numeric"
        pattern="[1-9][0-9]{0,4}"
        required
        value={values.weight}
        onChange={(event) => onChange({ weight: event.target.value })}
      />
    </>
  );
}

/** Box, dimensions and weight of the parcel: the latter are proposed from the box and the items, and can be typed. A booked parcel is updated at its carrier. */
export function ParcelForm({ order }: { order: PackOrder }) {
  const t = useTexts();
  // what the device has stored of an order may be older than its dimensions and its box
  const { length, width, height } = { ...order.parcel.size_cm };
  const { items_g: itemsG = 0, box_id: boxId = null } = order.parcel;
  const draft = useDraft<ParcelValues>(`parcel:${order.id}`, {
    weight: String(order.parcel.weight_g),
    length: String(length ?? ""),
    width: String(width ?? ""),
    height: String(height ?? ""),
    box_id: String(boxId ?? ""),
  });
  const { weight, box_id } = draft.values;
  const cm = sides.map((side) => Number(draft.values[side]));
  const isSize = cm.every((value) => Number.isInteger(value) && value >= 1 && value <= 200);
  const [saved, setSaved] = useState(false);
  const grams = Number(weight);
  const change = (fields: Partial<ParcelValues>) => {
    setSaved(false);
    draft.change(fields);
  };
  const choose = (id: string, box: PackingBox | null) => {
    if (!box) return change({ box_id: id });
    const size = Object.fromEntries(sides.map((side) => [side, String(box.size_cm[side])]));
    change({ box_id: id, weight: String(Math.max(1, itemsG + box.weight_g)), ...size });
  };
  const save = async () => {
    const [long = 0, wide = 0, high = 0] = cm;
    const size_cm = { length: long, width: wide, height: high };
    await saveParcel(order, { weight_g: grams, size_cm, box_id: box_id === "" ? null : Number(box_id) });
    draft.discard();
    setSaved(true);
  };
  return (
    <Card title={t("pack.parcel")}>
      <DraftOffer draft={draft} />
      <form
        className="grid grid-cols-3 items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <BoxField value={box_id} onChange={choose} />
        <SizeFields values={draft.values} itemsG={itemsG} onChange={change} />
        <div className="col-span-3 flex items-center">
          <Button
            type="submit"
            look="secondary"
            size="small"
            className="min-h-12"
            disabled={!(grams >= 1 && grams <= 50_000 && isSize)}
          >
            {t("actions.save")}
          </Button>
          <Saved shown={saved} />
        </div>
      </form>
      <FeeChange fee={order.parcel.fee} />
    </Card>
  );
}
