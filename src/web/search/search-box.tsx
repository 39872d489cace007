import { useRef, useState } from "react";
import { SearchIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useLazyComponent } from "#design/use-lazy-component.ts";
import { suggestionLimits, useSearchBox } from "./use-search-box.ts";

/** The desktop search box. Before hydration it is a plain form that opens the results page. */
export function SearchBox({ className }: { className?: string }) {
  const t = useTexts();
  const box = useSearchBox(suggestionLimits.desktop);
  const [used, setUsed] = useState(false);
  // loaded with the first focus, so that it is there when typing pauses
  const SearchOptions = useLazyComponent(
    () => import("./search-options.tsx"),
    used,
    () => {},
  );
  const area = useRef<HTMLFormElement>(null);
  return (
    <search className={className}>
      <form
        ref={area}
        action="/search"
        onSubmit={box.submit}
        onFocus={() => setUsed(true)}
        onBlur={(event) => !area.current?.contains(event.relatedTarget) && box.setOpen(false)}
        className="relative"
      >
        <input
          {...box.input}
          type="search"
          name="keyword"
          required
          maxLength={200}
          value={box.typed}
          onChange={(event) => box.type(event.target.value)}
          aria-label={t("header.search")}
          placeholder={t("header.search")}
          className="h-11 w-full border-b border-edge bg-transparent pr-10 pl-1 text-sm placeholder:text-taupe hover:border-ink focus:border-champagne focus:shadow-[0_1px_0_0_var(--color-champagne)] focus:outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <button
          type="submit"
          aria-label={t("header.search")}
          onClick={(event) => {
            event.preventDefault();
            if (box.typed.trim()) box.openByIcon();
            box.field.current?.focus();
          }}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center transition-colors hover:text-champagne"
        >
          <SearchIcon size={20} />
        </button>
        {box.open && SearchOptions && (
          <div className="absolute top-full right-0 z-10 mt-2 max-h-[min(36rem,calc(100dvh-8rem))] w-96 overflow-y-auto bg-white py-2 shadow-float">
            <SearchOptions {...box.list} />
          </div>
        )}
      </form>
    </search>
  );
}
