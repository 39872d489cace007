import { useState } from "react";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { saveFile } from "#backoffice/components/save-file.ts";
import { useCopy } from "#backoffice/components/use-copy.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** The recovery codes, which are shown once: to copy, print or download. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts();
  const text = codes.join("\n");
  const { copied, copy } = useCopy(text);
  const [stored, setStored] = useState(false);
  return (
    <div className="space-y-4">
      <div>
        <h2 className="text-base font-medium">{t("codes.title")}</h2>
        <p className="text-sm text-taupe">{t("codes.text")}</p>
      </div>
      <ol className="tabular grid grid-cols-2 gap-x-4 gap-y-1 rounded-xs bg-sand p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-3 gap-2 print:hidden">
        <Button look="secondary" size="small" className="min-h-12 px-2" onClick={copy}>
          {t(copied ? "states.copied" : "codes.copy")}
        </Button>
        <Button look="secondary" size="small" className="min-h-12 px-2" onClick={() => window.print()}>
          {t("codes.print")}
        </Button>
        <Button
          look="secondary"
          size="small"
          className="min-h-12 px-2"
          onClick={() => saveFile("lianne-recovery-codes.txt", "text/plain", `${text}\n`)}
        >
          {t("codes.download")}
        </Button>
      </div>
      <Checkbox label={t("codes.stored")} checked={stored} onChange={(event) => setStored(event.target.checked)} />
      <Button wide disabled={!stored} onClick={onDone}>
        {t("actions.continue")}
      </Button>
    </div>
  );
}
