import { useRef, useState } from "react";
import type { StaffProfile } from "#contract/backoffice/staff.ts";
import { isLanguage, type Language } from "#contract/language.ts";
import { RadioGroup } from "#design/choice.tsx";
import { call } from "#backoffice/api/call.ts";
import { refreshSession } from "#backoffice/api/session.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** The account's language. The screen stays as it is, with what is typed in it. */
export function LanguageCard({ profile }: { profile: StaffProfile }) {
  const t = useTexts();
  const save = useAction(async (_key, language: Language) => {
    await call("PUT bo/profile", { body: { language } });
    await refreshSession();
    await invalidate("GET bo/profile");
  });
  /** shown until the profile that is read after it was saved shows it, so that the choice before can be made again at once */
  const [chosen, setChosen] = useState<Language | null>(null);
  /** chosen and not saved yet; the last choice counts, also one made while another is saved */
  const wanted = useRef<Language | null>(null);
  const isSaving = useRef(false);
  const choose = async (language: Language) => {
    setChosen(language);
    wanted.current = language;
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      while (wanted.current) {
        const next: Language = wanted.current;
        wanted.current = null;
        await save.run(next);
      }
    } finally {
      isSaving.current = false;
      setChosen(null);
    }
  };
  return (
    <Card title={t("me.language")}>
      <RadioGroup
        legend={t("me.language")}
        legendHidden
        name="language"
        value={chosen ?? profile.language}
        onChange={(value) => isLanguage(value) && void choose(value)}
        choices={[
          { value: "vi", label: "Tiếng Việt" },
          { value: "en", label: "English" },
        ]}
      />
      <Failure error={save.error} />
    </Card>
  );
}
