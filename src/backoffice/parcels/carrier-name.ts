import type { TextOf } from "#backoffice/i18n/texts.ts";

/** Carriers of Vietnam to which parcels are given by hand; others are typed. */
export const manualCarriers = ["Viettel Post", "VNPost", "J&T Express", "Ahamove", "GrabExpress"] as const;

/** A carrier as people call it. @param carrier "ghn", a name, or "" for none */
export const carrierName = (t: TextOf, carrier: string): string =>
  carrier === "ghn" ? "GHN" : carrier === "" ? t("parcels.no_carrier") : carrier;
