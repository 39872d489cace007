import { Button } from "#design/button.tsx";
import { useCopy } from "#backoffice/components/use-copy.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface LinkToSendProps {
  url: string;
  /** shared with the link in it */
  message: string;
  /** shown until the link is copied */
  note?: string;
}

/** A link that the staff member sends to the customer: to copy, or to share where the device can. */
export function LinkToSend({ url, message, note = "" }: LinkToSendProps) {
  const t = useTexts();
  const { copied, copy } = useCopy(url);
  return (
    <>
      <p className="max-h-24 overflow-y-auto bg-sand p-3 text-xs break-all select-all">{url}</p>
      <p role="status" className="text-sm empty:hidden">
        {copied ? t("payment_link.copied") : note}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" className="min-h-12 flex-1" onClick={copy}>
          {t("payment_link.copy")}
        </Button>
        {typeof navigator.share === "function" && (
          <Button
            look="secondary"
            size="small"
            className="min-h-12"
            onClick={() => void navigator.share({ text: message }).catch(() => {})}
          >
            {t("payment_link.share")}
          </Button>
        )}
      </div>
    </>
  );
}
