import sectionTexts from "virtual:site-texts/section/address_search";
import { useEffect, useId } from "react";
import { Alert } from "#design/alert.tsx";
import { Button, IconButton } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { ChevronDownIcon, CloseIcon } from "#design/icons.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { AddressLists } from "./address-lists.tsx";
import { AddressOptions } from "./address-options.tsx";
import type { PlaceLevel } from "./location-selects.tsx";
import type { PlaceFieldsProps } from "./place-fields-props.ts";
import { questionOf, SplitQuestion } from "./split-question.tsx";
import { StreetOffer } from "./street-offer.tsx";
import { type AddressBox, useAddressBox } from "./use-address-box.ts";

const levels: readonly PlaceLevel[] = ["province", "district", "ward"];

/** The line below the field: what the chosen ward was before, or an example. */
function useHint({ place }: PlaceFieldsProps, { chosen, hasWard, resolving, shown }: AddressBox): string | undefined {
  const t = useTexts();
  const { searched } = place;
  if (shown) return undefined; // the list is directly below the field
  if (!chosen) return t("address_search.hint");
  if (searched?.also) return t("address_search.formerly_hint", { names: searched.also });
  const isUnknown = hasWard && searched?.newCode === "" && searched.choices.length === 0;
  return isUnknown && !resolving ? t("address_search.unknown_new") : undefined;
}

/** What a screen reader announces: the number of suggestions, the question, or the chosen ward. */
function useStatus({ place }: PlaceFieldsProps, box: AddressBox, hint: string | undefined): string {
  const t = useTexts();
  const { shown, found, chosen, resolving, text } = box;
  if (shown && found.state === "loading") return t("address_search.loading");
  if (shown)
    return found.rows.length === 0
      ? t("address_search.empty")
      : t("address_search.count", { count: found.rows.length });
  if (!chosen || resolving) return "";
  return [text, hint, questionOf(t, place)].filter(Boolean).join(". ");
}

/** The field, the question about a split ward, and the lists. */
function AddressField(props: PlaceFieldsProps) {
  const { place, ids, error, street } = props;
  const t = useTexts();
  const box = useAddressBox(props);
  const hint = useHint(props, box);
  const status = useStatus(props, box, hint);
  const listsId = useId();
  const { shown, chosen, listsOpen, area } = box;
  useEffect(() => {
    // the keyboard of a phone covers the lower half of the screen
    if (shown && matchMedia("(pointer: coarse)").matches) area.current?.scrollIntoView({ block: "start" });
  }, [shown, area]);
  const invalid = levels.map((level) => error?.(level)).find(Boolean);
  return (
    <div className="needs-scripts grid gap-3">
      {place.searched?.needsCheck && <Alert tone="warning">{t("address_search.check")}</Alert>}
      <div ref={area} tabIndex={-1} className="relative scroll-mt-24 outline-none">
        <TextField
          {...box.input}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          id={ids?.province}
          label={t("address_search.label")}
          required
          maxLength={200}
          hint={hint}
          error={invalid && !chosen ? t("address_search.required") : invalid}
          end={
            box.text === "" ? null : (
              <IconButton label={t("address_search.clear")} onClick={box.clear}>
                <CloseIcon size={16} />
              </IconButton>
            )
          }
        />
        {shown && <AddressOptions box={box} />}
        <p role="status" className="sr-only">
          {status}
        </p>
      </div>
      {place.searched && place.searched.choices.length > 1 && <SplitQuestion place={place} onResponse={box.respond} />}
      {street && !chosen && box.text === "" && <StreetOffer street={street.value} onTake={box.take} />}
      {box.failed && <Alert tone="warning">{t("address_search.failed")}</Alert>}
      <div>
        <Button
          look="quiet"
          className="-mx-2 gap-1.5"
          aria-expanded={listsOpen}
          aria-controls={listsId}
          onClick={() => box.setListsOpen(!listsOpen)}
        >
          {t("address_search.from_lists")}
          <ChevronDownIcon size={16} className={listsOpen ? "shrink-0 rotate-180" : "shrink-0"} />
        </Button>
      </div>
      {listsOpen && <AddressLists id={listsId} place={place} onSelect={box.select} onChoose={box.choose} />}
    </div>
  );
}

/**
 * One field for the ward of an address, by old or new names: a combobox, the question about a split ward, and the lists in its
 * place. It is loaded with its texts.
 */
export default function AddressSearch(props: PlaceFieldsProps) {
  const { lang } = useSettings();
  return (
    <PageTexts texts={sectionTexts[lang]}>
      <AddressField {...props} />
    </PageTexts>
  );
}
