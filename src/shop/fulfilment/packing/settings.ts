import { z } from "zod";
import type { Dong } from "#contract/money.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { integerSetting, readSettings, type Setting } from "#shop/kernel/settings/settings.ts";

const defaultPhotoDays = 90;
const defaultWarrantyMonths = 12;

const photo: Setting<string> = {
  name: "packing_photo",
  unit: "dong",
  unset: "always",
  meaning: "when packing requires a photo of the open box: always, never, or from this total of the order",
  is: "`always`, `never` or an amount",
  schema: z.string().regex(/^(always|never|\d{1,12})$/),
  fromText: (text) => text,
};

const photoDays: Setting<number> = {
  ...integerSetting(7, {
    name: "packing_photo_days",
    unit: "days",
    unset: String(defaultPhotoDays),
    meaning: "days after which photos of open boxes are erased",
  }),
  is: "a whole number from 7 to 365",
  schema: z.int().min(7).max(365),
};

const warrantyMonths = integerSetting(1, {
  name: "warranty_months",
  unit: "months",
  unset: String(defaultWarrantyMonths),
  meaning: "how long a warranty card is valid",
});

const label: Setting<string> = {
  name: "packing_label",
  unit: "",
  unset: "off",
  meaning: "whether an order's label opens for printing when the order is packed",
  is: "`on` or `off`",
  schema: z.enum(["on", "off"]),
  fromText: (text) => text,
};

export const packingSettings: readonly Setting[] = [photo, photoDays, warrantyMonths, label];

/** Whether the label of an order opens when the order is packed. */
export const opensLabel = async (reader: Reader): Promise<boolean> =>
  (await readSettings(reader, [label])).get(label.name) === "on";

/** Whether an order's packing requires a photo. @param total of the order */
export async function requiresPhoto(reader: Reader, total: Dong): Promise<boolean> {
  const value = (await readSettings(reader, [photo])).get(photo.name) ?? "always";
  return value === "always" || (value !== "never" && total >= Number(value));
}

export const photoRetentionDays = async (reader: Reader): Promise<number> =>
  (await readSettings(reader, [photoDays])).get(photoDays.name) ?? defaultPhotoDays;

export const monthsOfWarranty = async (reader: Reader): Promise<number> =>
  (await readSettings(reader, [warrantyMonths])).get(warrantyMonths.name) ?? defaultWarrantyMonths;
