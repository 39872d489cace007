import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { productPath } from "#web/links/paths.ts";
import { searchPath } from "#web/links/search-address.ts";
import { useGo } from "#web/navigation/overlay.ts";
import { optionId } from "./option-id.ts";
import { useSuggestions } from "./use-suggestions.ts";

/** Maximum number of suggestions: while typing on a desktop, after a click on the icon, on a phone. */
export const suggestionLimits = { desktop: 6, icon: 15, mobile: 7 } as const;

interface ListState {
  shown: boolean;
  /** the number of options, 0 without suggestions */
  options: number;
  setOpen: (open: boolean) => void;
  setActive: (next: (before: number) => number) => void;
}

/** The keys of the combobox pattern: arrows move, Enter submits, Escape closes. */
function handleKey(event: KeyboardEvent<HTMLInputElement>, { shown, options, setOpen, setActive }: ListState): void {
  if (event.key === "Enter" && !event.nativeEvent.isComposing) {
    event.preventDefault(); // the browser's implicit submission would click the icon, which has its own function
    event.currentTarget.form?.requestSubmit();
  } else if (event.key === "Escape" && shown) {
    event.preventDefault(); // otherwise a search field clears itself
    event.stopPropagation();
    setOpen(false);
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && options > 0) {
    event.preventDefault();
    setOpen(true);
    const step = event.key === "ArrowDown" ? 1 : -1;
    setActive((before) => (before + step + options + (before < 0 && step < 0 ? 1 : 0)) % options);
  }
}

/** The state of a search box. */
export function useSearchBox(typingLimit: number) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const go = useGo();
  const { key, pathname, search } = useLocation();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [byIcon, setByIcon] = useState(false);
  const suggestions = useSuggestions(typed, byIcon ? suggestionLimits.icon : typingLimit, byIcon);
  const shown = open && suggestions.keyword !== "";
  const options = suggestions.products.length > 0 ? suggestions.products.length + 1 : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation, also to the same address, closes the list
  useEffect(() => {
    setOpen(false);
    setTyped(pathname === "/search" ? (new URLSearchParams(search).get("keyword") ?? "") : "");
  }, [key]);

  // what was typed before hydration
  useEffect(() => setTyped((before) => field.current?.value || before), []);

  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(listId, active))?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  const type = (text: string) => {
    setTyped(text);
    setByIcon(false);
    setActive(-1);
    setOpen(true);
  };
  const leaveFor = (address: string) => {
    setOpen(false);
    void go(address);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = open ? suggestions.products[active] : undefined;
    if (chosen) leaveFor(productPath(chosen));
    else if (typed.trim()) leaveFor(searchPath(typed.trim()));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void =>
    handleKey(event, { shown, options, setOpen, setActive });
  return {
    typed,
    type,
    submit,
    /** the icon shows more suggestions, without the pause */
    openByIcon: () => {
      setByIcon(true);
      setOpen(true);
    },
    open: shown,
    setOpen,
    field,
    list: {
      listId,
      suggestions,
      active,
      onRetry: () => {
        field.current?.focus(); // the pressed button disappears
        suggestions.retry();
      },
    },
    input: {
      ref: field,
      role: "combobox" as const,
      "aria-expanded": shown,
      "aria-controls": listId,
      "aria-autocomplete": "list" as const,
      "aria-activedescendant": active >= 0 ? optionId(listId, active) : undefined,
      autoComplete: "off",
      enterKeyHint: "search" as const,
      onKeyDown,
      onFocus: () => setOpen(true),
    },
  };
}
