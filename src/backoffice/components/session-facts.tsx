import type { StaffSessionEntry } from "#contract/backoffice/staff.ts";
import { Badge } from "#design/badge.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { describeDevice } from "./describe-device.ts";

/** Device, half of the address, first and last use of a session. */
export function SessionFacts({ session }: { session: StaffSessionEntry }) {
  const t = useTexts();
  const { user_agent, address, created_at, last_used_at, current } = session;
  return (
    <span className="min-w-0 text-sm">
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {describeDevice(user_agent)}
        {current && <Badge tone="success">{t("me.current_session")}</Badge>}
      </span>
      <span className="block text-xs text-taupe">
        {address} · {t("me.created", { time: formatTime(t, created_at) })} ·{" "}
        {t("me.last_used", { time: formatTime(t, last_used_at) })}
      </span>
    </span>
  );
}
