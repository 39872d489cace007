import { Button } from "#design/button.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { AddressBox } from "./use-address-box.ts";
import { useAddressSuggestions } from "./use-address-suggestions.ts";

const limit = 3;

/** Wards that the street field names, behind the street: offered, and never moved without a tap. */
export function StreetOffer({ street, onTake }: { street: string; onTake: AddressBox["take"] }) {
  const t = useTexts();
  const named = street.includes(",") ? street.trim() : "";
  const rows = useAddressSuggestions(named)
    .rows.filter(({ level, line }) => level === "ward" && line !== "" && line !== named)
    .slice(0, limit);
  if (rows.length === 0) return null;
  return (
    <div className="border-l-2 border-champagne bg-sand px-4 py-3">
      <p role="status" className="text-sm font-medium">
        {t("address_search.in_street")}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {rows.map((option) => (
          <Button
            key={`${option.scheme} ${option.code}`}
            look="secondary"
            size="small"
            onClick={() => onTake(option, street)}
          >
            {option.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
