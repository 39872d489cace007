import { useState } from "react";
import { Button } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { useHydrated } from "#design/use-hydrated.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { qrPicture } from "./qr-picture.ts";

interface SavePictureProps {
  qr: string;
  lines: readonly (readonly [label: string, value: string])[];
  /** of the file, without its extension */
  name: string;
}

function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  // the browser has begun the download by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const canShare = (): boolean =>
  typeof navigator.canShare === "function" &&
  navigator.canShare({ files: [new File([], "qr.png", { type: "image/png" })] });

/** A phone cannot scan its own screen: its bank's app reads the code from the photo library. */
export function SavePicture({ qr, lines, name }: SavePictureProps) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const shareable = useHydrated() && canShare();
  const use = async (what: (file: File) => Promise<void> | void) => {
    setBusy(true);
    try {
      await what(new File([await qrPicture({ qr, lines })], `${name}.png`, { type: "image/png" }));
    } catch (error) {
      // closing the share sheet is no failure
      if (!(error instanceof DOMException && error.name === "AbortError")) toast("error", t("errors.unexpected"));
    }
    setBusy(false);
  };
  return (
    <div className="flex flex-col gap-2">
      <Button look="secondary" wide busy={busy} onClick={() => void use(download)}>
        {t("bank_payment.save")}
      </Button>
      {shareable && (
        <Button look="quiet" wide onClick={() => void use((file) => navigator.share({ files: [file] }))}>
          {t("bank_payment.share")}
        </Button>
      )}
      <p className="text-xs text-taupe lg:hidden">{t("bank_payment.phone_hint")}</p>
    </div>
  );
}
