import { z } from "zod";
import type { Dong } from "#contract/money.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { integerSetting, readSetting, readSettings, type Setting } from "#shop/kernel/settings/settings.ts";

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

export interface PackingRules {
  /** whether the label of an order opens when the order is packed */
  opensLabel: boolean;
  /** whether an order's packing requires a photo. @param total of the order */
  requiresPhoto: (total: Dong) => boolean;
}

export async function readPackingRules(reader: Reader): Promise<PackingRules> {
  const values = await readSettings(reader, [photo, label]);
  const value = values.get(photo.name) ?? "always";
  return {
    opensLabel: values.get(label.name) === "on",
    requiresPhoto: (total) => value === "always" || (value !== "never" && total >= Number(value)),
  };
}

export const photoRetentionDays = async (reader: Reader): Promise<number> =>
  (await readSetting(reader, photoDays)) ?? defaultPhotoDays;

export const monthsOfWarranty = async (reader: Reader): Promise<number> =>
  (await readSetting(reader, warrantyMonths)) ?? defaultWarrantyMonths;
