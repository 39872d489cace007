import type { SelectedLocation } from "#contract/selected-location.ts";
import { Button } from "#design/button.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { choiceKind, wardInDistrict } from "./searched-place.ts";
import type { AddressBox } from "./use-address-box.ts";

/** The question which of its new wards a split old ward is; "" if there is none. */
export function questionOf(t: Translate, place: SelectedLocation): string {
  const choices = place.searched?.choices ?? [];
  if (choices.length < 2) return "";
  const count = Math.min(choices.length, 5) as 2 | 3 | 4 | 5;
  return t(`address_search.question_${choiceKind(choices)}`, {
    ward: wardInDistrict(place),
    count: t(`address_search.number_${count}`),
  });
}

/** The question about a split ward. It blocks nothing: the old ward is already chosen. */
export function SplitQuestion({ place, onResponse }: { place: SelectedLocation; onResponse: AddressBox["respond"] }) {
  const t = useTexts();
  return (
    <fieldset className="min-w-0 border-l-2 border-champagne bg-sand px-4 py-3">
      <legend className="float-left mb-3 w-full text-sm font-medium">{questionOf(t, place)}</legend>
      <div className="clear-both flex flex-wrap gap-2">
        {place.searched?.choices.map((choice) => (
          <Button key={choice.code} look="secondary" size="small" onClick={() => onResponse(choice)}>
            {choice.name}
          </Button>
        ))}
        <Button look="quiet" className="px-1" onClick={() => onResponse(null)}>
          {t("address_search.dont_know")}
        </Button>
      </div>
    </fieldset>
  );
}
