import { integerSetting } from "#shop/kernel/settings/settings.ts";

export const flatRateSetting = integerSetting(0, {
  name: "shipping_flat_rate",
  unit: "VND",
  unset: "30000",
  meaning: "price of a delivery that the carrier does not quote",
});
