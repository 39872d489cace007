import { useState } from "react";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { saveParcel } from "./packing-actions.ts";

const sides = ["length", "width", "height"] as const;

/** What the carrier’s fee has become since the screen was opened; nothing without a change. */
function FeeChange({ fee }: { fee: number | null }) {
  const t = useTexts();
  const [before] = useState(fee);
  const hasChanged = fee !== null && before !== null && fee !== before;
  return (
    <p role="status" className="text-sm text-warning empty:hidden">
      {hasChanged && t("pack.fee_changed", { before: formatAmount(before), after: formatAmount(fee) })}
    </p>
  );
}

/** Weight, dimensions and box of the parcel: proposed from the items, and can be typed. A booked parcel is updated at its carrier. */
export function ParcelForm({ order }: { order: PackOrder }) {
  const t = useTexts();
  // what the device has stored of an order may be older than its dimensions
  const { length, width, height } = { ...order.parcel.size_cm };
  const draft = useDraft(`parcel:${order.id}`, {
    weight: String(order.parcel.weight_g),
    length: String(length ?? ""),
    width: String(width ?? ""),
    height: String(height ?? ""),
    box: order.parcel.box ?? "",
  });
  const { weight, box } = draft.values;
  const cm = sides.map((side) => Number(draft.values[side]));
  const isSize = cm.every((value) => Number.isInteger(value) && value >= 1 && value <= 200);
  const [saved, setSaved] = useState(false);
  const grams = Number(weight);
  const save = async () => {
    const [long = 0, wide = 0, high = 0] = cm;
    const size_cm = { length: long, width: wide, height: high };
    await saveParcel(order, { weight_g: grams, size_cm, ...(box.trim() ? { box: box.trim() } : {}) });
    draft.discard();
    setSaved(true);
  };
  return (
    <Card title={t("pack.parcel")}>
      <DraftOffer draft={draft} />
      <form
        className="grid grid-cols-2 items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t("pack.weight")}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,4}"
          required
          value={weight}
          onChange={(event) => draft.change({ weight: event.target.value })}
        />
        <TextField
          label={t("pack.box")}
          maxLength={50}
          value={box}
          onChange={(event) => draft.change({ box: event.target.value })}
        />
        <div className="col-span-2 grid grid-cols-3 gap-3">
          {sides.map((side) => (
            <TextField
              key={side}
              label={t(`pack.${side}`)}
              inputMode="numeric"
              pattern="[1-9][0-9]{0,2}"
              required
              value={draft.values[side]}
              onChange={(event) => draft.change({ [side]: event.target.value })}
            />
          ))}
        </div>
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
      </form>
      <FeeChange fee={order.parcel.fee} />
    </Card>
  );
}
