import { Drawer } from "#design/dialog.tsx";
import { CloseIcon, SearchIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { SearchEmptyState } from "./search-empty-state.tsx";
import SearchOptions from "./search-options.tsx";
import { suggestionLimits, useSearchBox } from "./use-search-box.ts";

/** The mobile search: a full-page sheet with the field at the top. */
export default function SearchSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  const box = useSearchBox(suggestionLimits.mobile);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t("header.search")}
      closeLabel={t("a11y.close_search")}
      initialFocus={box.field}
      className="w-full sm:max-w-md"
    >
      <search>
        <form action="/search" onSubmit={box.submit} className="-mx-5 -mt-5">
          <div className="relative border-b border-line px-5">
            <SearchIcon className="pointer-events-none absolute top-1/2 left-5 -translate-y-1/2 text-taupe" />
            <input
              {...box.input}
              type="search"
              name="keyword"
              maxLength={200}
              value={box.typed}
              onChange={(event) => box.type(event.target.value)}
              aria-label={t("header.search")}
              placeholder={t("search.placeholder")}
              className="h-14 w-full bg-transparent px-9 text-base placeholder:text-taupe focus:outline-none [&::-webkit-search-cancel-button]:hidden"
            />
            {box.typed && (
              <button
                type="button"
                aria-label={t("search.clear")}
                onClick={() => {
                  box.type("");
                  box.field.current?.focus();
                }}
                className="absolute top-1/2 right-2 grid size-11 -translate-y-1/2 place-items-center"
              >
                <CloseIcon size={16} />
              </button>
            )}
          </div>
          {box.open && (
            <div className="py-3">
              <SearchOptions {...box.list} />
            </div>
          )}
        </form>
        {box.typed.trim() === "" && <SearchEmptyState onForgotten={() => box.field.current?.focus()} />}
      </search>
    </Drawer>
  );
}
