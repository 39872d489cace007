import { type MouseEvent, useState } from "react";
import { getApiClient } from "#web/api/api-client.ts";
import { revalidateSession } from "#web/api/session.ts";
import { Button, buttonClasses } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { useLazyComponent } from "#design/use-lazy-component.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closeOverlay, useOverlay } from "#web/navigation/overlay.ts";

/** Downloads a text as a file. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // by then the browser has started to read it
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * The export of the customer's data: a link, so that it works before hydration; after it a failure is shown as a
 * message.
 */
function DownloadLink() {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const download = async (event: MouseEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const result = await getApiClient().personalData();
    setBusy(false);
    if (result.ok) return saveFile(`lianne-${result.data.customer}.json`, JSON.stringify(result.data, null, 2));
    if (result.status === 401) revalidateSession();
    toast("error", problemMessage(t, result));
  };
  return (
    <a
      href="/wp-json/custom-auth/v1/personal-data"
      download
      aria-busy={busy || undefined}
      onClick={(event) => void download(event)}
      className={buttonClasses("quiet", "normal", false, "-ml-2")}
    >
      {t("personal_data.download")}
    </a>
  );
}

/** The customer's legal rights to their data: export and deletion. */
export function PersonalData() {
  const t = useTexts();
  const { open, show } = useOverlay();
  const [wanted, setWanted] = useState(false);
  const DeleteDialog = useLazyComponent(
    () => import("./delete-account-dialog.tsx"),
    wanted,
    () => {
      setWanted(false);
      void closeOverlay();
      toast("error", t("errors.network"));
    },
  );
  return (
    <section aria-labelledby="your-data" className="mt-14 border-t border-line pt-8">
      <h2 id="your-data" className="text-xl">
        {t("personal_data.title")}
      </h2>
      <p className="mt-2 max-w-prose text-sm text-taupe">{t("personal_data.text")}</p>
      <div className="mt-3 flex flex-wrap gap-x-6">
        <DownloadLink />
        <Button
          look="quiet"
          className="-ml-2"
          busy={wanted && !DeleteDialog}
          onClick={() => {
            setWanted(true);
            show();
          }}
        >
          {t("personal_data.delete")}
        </Button>
      </div>
      {DeleteDialog && <DeleteDialog open={open} onClose={() => void closeOverlay()} />}
    </section>
  );
}
