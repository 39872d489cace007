import { useState } from "react";
import type { Manifest } from "#contract/backoffice/manifests.ts";
import { Button } from "#design/button.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { carrierName } from "#backoffice/parcels/carrier-name.ts";

/** The manifest as a message. */
const asText = (t: TextOf, { carrier, number, parcels, totals, driver }: Manifest): string =>
  [
    t("manifests.title", { carrier: carrierName(t, carrier), number }),
    ...parcels.map(
      ({ code, order_id, cod }) => `${[code, order_id].filter(Boolean).join(" · ")}: ${formatAmount(cod)}`,
    ),
    `${t("manifests.total")}: ${formatAmount(totals.cod)}`,
    ...(driver ? [`${t("manifests.driver")}: ${driver}`] : []),
  ].join("\n");

/** Prints a manifest, or passes it to another program of the device; without one it is copied. */
export function PrintAndShare({ manifest }: { manifest: Manifest }) {
  const t = useTexts();
  const [copied, setCopied] = useState(false);
  const share = async () => {
    const text = asText(t, manifest);
    // closing the device's own dialog is no failure
    if (navigator.share) return navigator.share({ title: manifest.number, text }).catch(() => undefined);
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className="flex gap-2 print:hidden">
      <Button look="secondary" size="small" className="min-h-12" onClick={() => window.print()}>
        {t("manifests.print")}
      </Button>
      <Button look="secondary" size="small" className="min-h-12" onClick={() => void share()}>
        {t(copied ? "manifests.shared" : "manifests.share")}
      </Button>
    </div>
  );
}
