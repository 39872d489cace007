import { cachedSettings, choiceSetting, readSetting } from "./settings.ts";

/** How addresses are entered; the search of old and new units is off with `selects`. */
export const addressFormSetting = choiceSetting(["selects", "search"], {
  name: "address_form",
  unit: "",
  unset: "selects",
  meaning: "search: addresses are searched by old and new names, see address-search in docs/store-api.md",
});

export const isAddressSearchOn = cachedSettings(
  async (reader) => (await readSetting(reader, addressFormSetting)) === "search",
);
