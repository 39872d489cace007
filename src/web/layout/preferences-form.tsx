import type { FormEvent, ReactNode } from "react";
import { useLocation } from "react-router";
import { type Language, languages } from "#contract/language.ts";
import { type CurrencyCode, currencyCodes } from "#contract/money.ts";
import { CheckIcon } from "#design/icons.tsx";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { choosePreference } from "./choose-preference.ts";

interface ChoiceProps {
  name: "lang" | "currency";
  value: string;
  current: boolean;
  lang?: string;
  children: ReactNode;
}

function Choice({ name, value, current, lang, children }: ChoiceProps) {
  return (
    <button
      type="submit"
      name={name}
      value={value}
      lang={lang}
      aria-pressed={current}
      className="flex min-h-11 w-full items-center justify-between gap-3 text-left text-sm transition-colors hover:text-champagne"
    >
      {children}
      {current && <CheckIcon size={16} className="text-champagne" />}
    </button>
  );
}

/** Language and currency. With scripts the page sets the cookie and reloads in place; without, the server does. */
export function PreferencesForm() {
  const t = useTexts();
  const settings = useSettings();
  const { pathname, search } = useLocation();
  const choose = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (button.name === "lang") void choosePreference({ lang: button.value as Language });
    else void choosePreference({ currency: button.value as CurrencyCode });
  };
  return (
    <form method="post" action="/preferences" onSubmit={choose} className="space-y-4">
      <input type="hidden" name="back" value={pathname + search} />
      <fieldset>
        <legend className="eyebrow">{t("header.language")}</legend>
        {languages.map((code) => (
          <Choice key={code} name="lang" value={code} lang={code} current={code === settings.lang}>
            {t(`header.language_${code}`)}
          </Choice>
        ))}
      </fieldset>
      <fieldset>
        <legend className="eyebrow">{t("header.currency")}</legend>
        {currencyCodes.map((code) => (
          <Choice key={code} name="currency" value={code} current={code === settings.currency}>
            {t(code === "VND" ? "header.currency_vnd" : "header.currency_usd")}
          </Choice>
        ))}
      </fieldset>
      <p className="text-xs text-taupe">{t("header.usd_note")}</p>
    </form>
  );
}
