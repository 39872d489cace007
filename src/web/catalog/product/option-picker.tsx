import type { ReactNode } from "react";
import { classes } from "#design/class-names.ts";
import { usePrice } from "#web/i18n/price.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { type Buyable, fieldOf, type OptionGroup, selectOption, surcharge } from "../options.ts";

const unit = / mm$/;
/** the same value as in the size guide */
const pi = 3.14;

/** Our own labels for the three known kinds of options, otherwise the merchant's. */
const groupName = (t: Translate, { slug, name }: OptionGroup): string => {
  if (slug === "pa_size") return t("product.size");
  if (slug === "pa_length") return t("product.length");
  return slug === "pa_box" ? t("product.box") : name;
};

interface ChoiceButtonProps {
  name: string;
  value: string;
  label: string;
  /** the surcharge as text, "" without one */
  more: string;
  checked: boolean;
  soldOut: boolean;
  onChoose: () => void;
}

function ChoiceButton({ name, value, label, more, checked, soldOut, onChoose }: ChoiceButtonProps) {
  const t = useTexts();
  const words = [label, more, soldOut && t("product.out_of_stock")].filter(Boolean).join(", ");
  return (
    <label
      className={classes(
        "relative inline-flex min-h-11 min-w-13 items-center justify-center gap-1.5 rounded-xs border px-3.5 text-sm transition-colors",
        "has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)]",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-champagne",
        soldOut ? "border-line text-taupe line-through" : "border-edge hover:border-ink",
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        aria-label={words}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-xs outline-none"
      />
      <span aria-hidden="true">{label.replace(unit, "")}</span>
      {more && (
        <span aria-hidden="true" className="tabular text-taupe">
          {more}
        </span>
      )}
    </label>
  );
}

/** A ring has a preselected size: a note explains this until the customer chooses; then it shows the ring's diameter. */
function SizeNote({ label, picked, missed }: { label: string; picked: boolean; missed: string | null }) {
  const t = useTexts();
  const lang = useLanguage();
  const circumference = Number.parseFloat(label);
  if (!unit.test(label) || !circumference) return null;
  const decimals = (circumference / pi).toFixed(1);
  const diameter = lang === "vi" ? decimals.replace(".", ",") : decimals;
  return (
    <p className={`mt-2 text-xs ${picked ? "text-taupe" : ""}`}>
      {!picked && missed && `${t("product.size_missed", { size: missed })} `}
      {picked ? t("product.size_diameter", { diameter }) : t("product.size_preselected", { size: label })}
    </p>
  );
}

interface OptionPickerProps {
  groups: readonly OptionGroup[];
  variations: readonly Buyable[];
  chosen: Buyable | null;
  onChoose: (group: number, value: string) => void;
  /** shown next to a group's name, e.g. the size guide */
  aside: (group: OptionGroup) => ReactNode;
  isPicked: (group: number) => boolean;
  /** the customer's measured size, if it is sold out */
  missedSize: string | null;
}

/** A row of buttons for each option; native radios, for arrow keys, screen readers and forms. */
export function OptionPicker({ groups, variations, chosen, onChoose, aside, isPicked, missedSize }: OptionPickerProps) {
  const t = useTexts();
  const price = usePrice();
  return groups.map((group, index) => {
    const current = group.choices.find(({ value }) => value === chosen?.values[index]);
    return (
      <fieldset key={group.slug}>
        <legend className="contents">
          <span className="float-left text-sm">
            <span className="text-taupe">{groupName(t, group)}</span>
            {current && <span className="font-medium">: {current.label}</span>}
          </span>
        </legend>
        {aside(group)}
        <div className="clear-both flex flex-wrap gap-2 pt-2.5">
          {group.choices.map(({ value, label }) => {
            const soldOut = selectOption(variations, chosen, index, value)?.buyable !== true;
            const more = surcharge(variations, chosen, index, value);
            return (
              <ChoiceButton
                key={value}
                name={fieldOf(group)}
                value={value}
                label={label}
                checked={value === current?.value}
                soldOut={soldOut}
                onChoose={() => onChoose(index, value)}
                more={more > 0 ? `+${price(more)}` : ""}
              />
            );
          })}
        </div>
        {group.slug === "pa_size" && group.choices.length > 1 && current && (
          <SizeNote label={current.label} picked={isPicked(index)} missed={missedSize} />
        )}
      </fieldset>
    );
  });
}
