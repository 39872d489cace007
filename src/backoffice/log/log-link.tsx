import { useSession } from "#backoffice/api/session-store.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";

/** To the activity log of a record. @param record as in the log: `order:10015` */
export function LogLink({ record }: { record: string }) {
  const t = useTexts();
  const { permissions } = useSession();
  if (!permissions.includes("log.view")) return null;
  return (
    <LinkAsButton to={`/log?entity=${record}`} look="secondary">
      {t("nav.log")}
    </LinkAsButton>
  );
}
