import { classes } from "#design/class-names.ts";
import { Skeleton } from "#design/skeleton.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type AddressBox, addressOptionId } from "./use-address-box.ts";
import type { AddressOption } from "./use-address-suggestions.ts";

/** The names of the other scheme behind an option's own. */
function Also({ option: { scheme, also } }: { option: AddressOption }) {
  const t = useTexts();
  if (also === "") return null;
  const names = t(scheme === "new2" ? "address_search.formerly" : "address_search.now", { names: also });
  return <span className="mt-0.5 block text-xs text-taupe"> — {names}</span>;
}

/** The list below the address field: units to choose from, or why there are none. */
export function AddressOptions({ box: { found, listId, active, choose, unit } }: { box: AddressBox }) {
  const t = useTexts();
  const isEmpty = found.state === "known" && found.rows.length === 0;
  return (
    <div
      className={classes(
        "mt-1 max-h-88 overflow-y-auto border border-line bg-white py-1",
        // without an option, the way to the lists below stays visible
        !isEmpty && "absolute inset-x-0 top-full z-20 shadow-float",
      )}
    >
      {found.state === "loading" && (
        <div className="space-y-3 px-3.5 py-3" aria-hidden="true">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
      {isEmpty && <p className="px-3.5 py-2.5 text-sm">{t("address_search.empty")}</p>}
      <div role="listbox" id={listId} aria-label={t(unit ? "address_search.wards_of" : "address_search.suggestions")}>
        {found.rows.map((option, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={`${option.scheme} ${option.code}`}
            role="option"
            id={addressOptionId(listId, index)}
            aria-selected={index === active}
            data-active={index === active || undefined}
            onMouseDown={(event) => event.preventDefault() /* the focus stays in the field */}
            onClick={() => choose(option)}
            className="block min-h-11 w-full px-3.5 py-2.5 text-left text-sm hover:bg-sand data-active:bg-sand forced-colors:data-active:outline-2 forced-colors:data-active:-outline-offset-2"
          >
            {option.label}
            <Also option={option} />
          </button>
        ))}
      </div>
    </div>
  );
}
