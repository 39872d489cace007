import { useState } from "react";
import { Button } from "#design/button.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface CopyRowProps {
  label: string;
  shown: string;
  /** what is copied, if not what is shown */
  value?: string;
  /** announcement after copying; without one there is no button */
  copied?: string;
}

/** One field of a transfer. Bank apps paste one field at a time, so there is no button that copies all. */
export function CopyRow({ label, shown, value = shown, copied }: CopyRowProps) {
  const t = useTexts();
  const [outcome, setOutcome] = useState("");
  const copy = async () => {
    setOutcome("");
    try {
      await navigator.clipboard.writeText(value);
      setOutcome(copied ?? "");
    } catch {
      setOutcome(t("bank_payment.copy_failed"));
    }
  };
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-1.5">
      <div className="min-w-0">
        <p className="text-xs text-taupe">{label}</p>
        <p className="tabular font-medium break-all select-all">{shown}</p>
        {copied && (
          <p role="status" className="text-xs text-success">
            {outcome}
          </p>
        )}
      </div>
      {copied && (
        <Button
          look="secondary"
          size="small"
          aria-label={`${t("bank_payment.copy")}: ${label}`}
          onClick={() => void copy()}
        >
          {t("bank_payment.copy")}
        </Button>
      )}
    </li>
  );
}
