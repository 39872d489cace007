import type { Manifest } from "#contract/backoffice/manifests.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import type { TextOf } from "#backoffice/i18n/texts.ts";
import { carrierName } from "#backoffice/parcels/carrier-name.ts";

/** A manifest as a message. */
export const manifestText = (t: TextOf, { carrier, number, parcels, totals, driver }: Manifest): string =>
  [
    t("manifests.title", { carrier: carrierName(t, carrier), number }),
    ...parcels.map(
      ({ code, order_id, cod }) => `${[code, order_id].filter(Boolean).join(" · ")}: ${formatAmount(cod)}`,
    ),
    `${t("manifests.total")}: ${formatAmount(totals.cod)}`,
    ...(driver ? [`${t("manifests.driver")}: ${driver}`] : []),
  ].join("\n");
