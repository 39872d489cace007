import { useState } from "react";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";
import { type Scan, Scanner } from "#backoffice/device/scanner/scanner.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Shows what camera, hand scanner and keyboard read on this device, with the tone of a match. */
export default function ScannerTrial({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [last, setLast] = useState<Scan | null>(null);
  const onScan = (scan: Scan) => {
    giveFeedback("match");
    setLast(scan);
  };
  return (
    <Sheet title={t("me.scanner_try")} onClose={onClose}>
      <Scanner onScan={onScan} hint={t("me.scanner_hint")} />
      <p role="status" className="mt-3 min-h-12 text-base font-medium break-all">
        {last && t(`scanner.read_by_${last.by}`, { code: last.code })}
      </p>
    </Sheet>
  );
}
