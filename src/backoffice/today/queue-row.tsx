import type { Today } from "#contract/order-workflow.ts";
import { isScreen } from "#contract/backoffice/screens.ts";
import { Badge } from "#design/badge.tsx";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { formatAge } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

const tones = { amber: "warning", red: "danger" } as const;

/** One queue: its count, the age of its oldest item, and the button that starts the work. */
export function QueueRow({ queue }: { queue: Today["queues"][number] }) {
  const t = useTexts();
  const { name, count, oldest_at, level, href } = queue;
  const [path = ""] = href.split("?");
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-2">
      <span className="tabular w-9 shrink-0 text-xl font-medium">{count}</span>
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">{t(`queues.${name}`)}</span>
        {oldest_at && (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-taupe">
            {t("today.oldest", { age: formatAge(t, oldest_at) })}
            {level !== "normal" && <Badge tone={tones[level]}>{t(`today.${level}`)}</Badge>}
          </span>
        )}
      </span>
      {isScreen(path) && (
        <span className="grid min-w-22">
          <LinkAsButton to={href} look="secondary">
            {t(`queue_actions.${name}`)}
          </LinkAsButton>
        </span>
      )}
    </li>
  );
}
