import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** An unknown path; the server responds 404 to it. */
export default function UnknownScreen() {
  const t = useTexts();
  return (
    <Page title={t("unknown.title")} width="form">
      <StateCard title={t("unknown.heading")} text={t("unknown.text")}>
        <LinkAsButton to="/">{t("unknown.back")}</LinkAsButton>
      </StateCard>
    </Page>
  );
}
