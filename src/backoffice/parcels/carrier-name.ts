import type { TextOf } from "#backoffice/i18n/texts.ts";

/** A carrier as people call it. @param carrier "ghn", a name, or "" for none */
export const carrierName = (t: TextOf, carrier: string): string =>
  carrier === "ghn" ? "GHN" : carrier === "" ? t("parcels.no_carrier") : carrier;
