import { useState } from "react";
import { Button } from "#design/button.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { copyText } from "./copy-text.ts";

interface PrintAndShareProps {
  /** label of the button that prints */
  print: string;
  title: string;
  /** what is shared */
  text: () => string;
}

/** Prints the screen, or passes its content as text to another program of the device; without one it is copied. */
export function PrintAndShare({ print, title, text }: PrintAndShareProps) {
  const t = useTexts();
  const [copied, setCopied] = useState(false);
  const share = async () => {
    // closing the device's own dialog is no failure
    if (navigator.share) return navigator.share({ title, text: text() }).catch(() => undefined);
    await copyText(text());
    setCopied(true);
  };
  return (
    <div className="flex gap-2 print:hidden">
      <Button look="secondary" size="small" className="min-h-12" onClick={() => window.print()}>
        {print}
      </Button>
      <Button look="secondary" size="small" className="min-h-12" onClick={() => void share()}>
        {t(copied ? "actions.shared" : "actions.share")}
      </Button>
    </div>
  );
}
