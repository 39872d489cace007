import { Link } from "react-router";
import { classes } from "#design/class-names.ts";
import { OfflineIcon } from "#design/icons.tsx";
import { useOnline } from "#design/use-online.ts";
import { waitingRequests } from "#backoffice/api/transport.ts";
import { useQueue } from "#backoffice/api/queue/queue.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";

interface BarState {
  online: boolean;
  /** requests that are tried again */
  retrying: number;
  /** actions that the server does not have yet */
  queued: number;
  conflicts: number;
}

function barText(t: TextOf, { online, retrying, queued, conflicts }: BarState): string | null {
  if (conflicts > 0) return t("connection.conflicts", { count: conflicts });
  if (queued > 0) return t(online ? "connection.sending" : "connection.offline_queued", { count: queued });
  if (!online) return t("connection.offline");
  return retrying > 0 ? t("connection.retrying", { count: retrying }) : null;
}

/**
 * Reports a missing connection, requests that are tried again, and the number of actions that wait on this device. It is over the page's
 * upper margin: a bar that came and went in the flow would move a button under the next tap. Taps next to its link reach what is below.
 */
export function ConnectionBar() {
  const t = useTexts();
  const queue = useQueue();
  const conflicts = new Set(queue.flatMap(({ conflict, subject }) => (conflict ? [subject] : []))).size;
  const state = { online: useOnline(), retrying: waitingRequests.use(), queued: queue.length, conflicts };
  const text = barText(t, state);
  return (
    <div role="status" className="relative h-0">
      {text && (
        <p
          className={classes(
            "pointer-events-none absolute inset-x-0 top-0 z-20 flex min-h-7 flex-wrap items-center justify-center gap-x-3 px-4 text-xs lg:left-60",
            conflicts > 0 ? "bg-danger-tint text-danger" : "bg-warning-tint text-warning",
          )}
        >
          <span className="flex items-center gap-2">
            <OfflineIcon size={16} />
            {text}
          </span>
          {queue.length > 0 && (
            <Link
              to="/waiting"
              className="pointer-events-auto -my-2.5 inline-flex min-h-12 items-center underline underline-offset-4 lg:my-0 lg:min-h-7"
            >
              {t("connection.show")}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
