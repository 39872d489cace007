import { httpsSetting } from "#shop/kernel/settings/settings.ts";

export const registrationLink = httpsSetting({
  name: "registration_link",
  unit: "",
  unset: "no badge",
  meaning: "the shop's page at online.gov.vn, which the badge in the footer leads to",
});
