import { type KeyboardEvent, useEffect, useRef } from "react";
import { classes } from "#design/class-names.ts";
import { CheckIcon, ChevronDownIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { FilterName, ListingFilter } from "#web/links/listing-filter.ts";
import { FilterForm, type ListAddress } from "./filter-form.tsx";
import type { FilterTerm } from "./listing-data.ts";

const allTerms = { types: "listing.all_types", gemstone: "listing.all_gemstones" } as const;

/**
 * A native disclosure: opens without scripts, one at a time. After hydration a click elsewhere, losing the focus and
 * Escape close it too.
 */
function useClosing() {
  const details = useRef<HTMLDetailsElement>(null);
  /** the focused element closes with the menu */
  const close = () => {
    details.current?.removeAttribute("open");
    details.current?.querySelector("summary")?.focus({ preventScroll: true });
  };
  useEffect(() => {
    const left = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) details.current?.removeAttribute("open");
    };
    const ways = ["pointerdown", "focusin"] as const;
    for (const way of ways) document.addEventListener(way, left);
    return () => {
      for (const way of ways) document.removeEventListener(way, left);
    };
  }, []);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !details.current?.open) return;
    close();
  };
  return { details, close, onKeyDown };
}

function Choice({ name, term, chosen }: { name?: FilterName; term: FilterTerm; chosen: boolean }) {
  return (
    <button
      type="submit"
      {...(name ? { name, value: term.slug } : {})}
      aria-pressed={chosen}
      className={classes(
        "flex min-h-11 w-full items-center justify-between gap-3 px-3 py-1.5 text-left text-sm leading-snug transition-colors hover:bg-sand lg:min-h-9",
        chosen && "bg-sand font-medium",
      )}
    >
      {term.name}
      {chosen && <CheckIcon size={16} className="shrink-0 text-champagne" />}
    </button>
  );
}

interface FilterMenuProps {
  list: ListAddress;
  filter: ListingFilter;
  name: FilterName;
  terms: readonly FilterTerm[];
}

/** A menu for one term of an attribute, or all. */
export function FilterMenu({ list, filter, name, terms }: FilterMenuProps) {
  const t = useTexts();
  const { details, close, onKeyDown } = useClosing();
  const chosen = filter[name];
  if (terms.length === 0) return null;
  const label = terms.find((term) => term.slug === chosen)?.name ?? chosen;
  return (
    <details ref={details} name="listing-filter" onKeyDown={onKeyDown} className="group lg:relative">
      <summary
        className={classes(
          "flex min-h-11 list-none items-center gap-1 text-sm whitespace-nowrap transition-colors hover:text-champagne [&::-webkit-details-marker]:hidden",
          chosen && "font-medium text-champagne",
        )}
      >
        <span>
          {t(`listing.${name}`)}
          {label && <span className="max-lg:sr-only">: {label}</span>}
        </span>
        <ChevronDownIcon size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="absolute inset-x-0 top-full z-10 max-h-[60vh] overflow-y-auto border-y border-line bg-ivory px-4 py-3 shadow-float lg:right-auto lg:w-[min(44rem,calc(100vw-22rem))] lg:border lg:p-3">
        <FilterForm list={list} filter={{ ...filter, [name]: null }} onSubmit={close}>
          <Choice term={{ slug: "", name: t(allTerms[name]) }} chosen={chosen === null} />
          <div className="mt-1 grid grid-cols-2 gap-x-2 border-t border-line pt-1 lg:grid-cols-3">
            {terms.map((term) => (
              <Choice key={term.slug} name={name} term={term} chosen={term.slug === chosen} />
            ))}
          </div>
        </FilterForm>
      </div>
    </details>
  );
}
