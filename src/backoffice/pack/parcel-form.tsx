import { useState } from "react";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { saveParcel } from "./packing-actions.ts";

/** Weight and box of the parcel: proposed from the items, and can be typed. */
export function ParcelForm({ order }: { order: PackOrder }) {
  const t = useTexts();
  const draft = useDraft(`parcel:${order.id}`, {
    weight: String(order.parcel.weight_g),
    box: order.parcel.box ?? "",
  });
  const { weight, box } = draft.values;
  const [saved, setSaved] = useState(false);
  const grams = Number(weight);
  const save = async () => {
    await saveParcel(order, { weight_g: grams, ...(box.trim() ? { box: box.trim() } : {}) });
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
        <Button
          type="submit"
          look="secondary"
          size="small"
          className="min-h-12"
          disabled={!(grams >= 1 && grams <= 50_000)}
        >
          {t("actions.save")}
        </Button>
        <Saved shown={saved} />
      </form>
    </Card>
  );
}
