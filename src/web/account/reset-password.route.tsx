import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

export default function Page() {
  const t = useTexts();
  return (
    <div className="page py-12">
      <PageHead title={t("auth.reset_title")} />
      <h1 className="text-3xl">{t("auth.reset_title")}</h1>
    </div>
  );
}
