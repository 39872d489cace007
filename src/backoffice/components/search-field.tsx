import { useEffect, useEffectEvent, useState } from "react";
import { IconButton } from "#design/button.tsx";
import { useSentTexts } from "#backoffice/device/use-sent-texts.ts";
import { CloseIcon, SearchIcon } from "#design/icons.tsx";

/** A pause of typing, after which the search starts. */
const pauseMs = 300;

interface SearchFieldProps {
  /** what the list is searched for; it is part of the address */
  search: string;
  label: string;
  hint: string;
  /** name of the button that clears it */
  clear: string;
  onSearch: (text: string) => void;
}

/** The one search field of a list, above its rows. */
export function SearchField({ search, label, hint, clear, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  // Back, or another view, changed the address; after its own search the field has what was typed since
  const noteSent = useSentTexts(search, setTyped);
  const start = useEffectEvent((text: string) => {
    noteSent(text);
    onSearch(text);
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === search) return;
    const timer = setTimeout(() => start(text), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search]);
  return (
    <search className="relative block">
      <SearchIcon size={20} className="pointer-events-none absolute top-3.5 left-3 text-taupe" />
      <input
        type="search"
        aria-label={label}
        placeholder={hint}
        value={typed}
        autoCapitalize="none"
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setTyped(event.target.value)}
        className="h-12 w-full rounded-xs border border-edge bg-white pr-12 pl-10 text-base placeholder:text-taupe/80 hover:border-ink [&::-webkit-search-cancel-button]:hidden"
      />
      {typed !== "" && (
        <span className="absolute inset-y-0 right-0">
          <IconButton label={clear} onClick={() => setTyped("")} className="size-12">
            <CloseIcon size={18} />
          </IconButton>
        </span>
      )}
    </search>
  );
}
