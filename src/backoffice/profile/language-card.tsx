import type { StaffProfile } from "#contract/backoffice/staff.ts";
import { isLanguage, type Language } from "#contract/language.ts";
import { RadioGroup } from "#design/choice.tsx";
import { call } from "#backoffice/api/call.ts";
import { refreshSession } from "#backoffice/api/session.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { useSavedChoice } from "#backoffice/api/use-saved-choice.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** The account's language. The screen stays as it is, with what is typed in it. */
export function LanguageCard({ profile }: { profile: StaffProfile }) {
  const t = useTexts();
  const { value, choose, error } = useSavedChoice<Language>(profile.language, async (language) => {
    await call("PUT bo/profile", { body: { language } });
    await refreshSession();
    await invalidate("GET bo/profile");
  });
  return (
    <Card title={t("me.language")}>
      <RadioGroup
        legend={t("me.language")}
        legendHidden
        name="language"
        value={value}
        onChange={(language) => isLanguage(language) && choose(language)}
        choices={[
          { value: "vi", label: "Tiếng Việt" },
          { value: "en", label: "English" },
        ]}
      />
      <Failure error={error} />
    </Card>
  );
}
