import { OfflineIcon } from "#design/icons.tsx";
import { useOnline } from "#design/use-online.ts";
import { waitingRequests } from "#backoffice/api/transport.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Reports a missing connection, and the number of requests that are tried again. */
export function ConnectionBar() {
  const t = useTexts();
  const waiting = waitingRequests.use();
  const online = useOnline();
  const text = waiting > 0 ? t("connection.retrying", { count: waiting }) : online ? null : t("connection.offline");
  return (
    <div role="status">
      {text && (
        <p className="flex items-center justify-center gap-2 bg-warning-tint px-4 py-1.5 text-xs text-warning">
          <OfflineIcon size={16} />
          {text}
        </p>
      )}
    </div>
  );
}
