import type { ReactNode } from "react";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { Skeleton } from "#design/skeleton.tsx";

interface FoundItemsProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  onItem: (item: Item) => void;
  /** in place of items */
  none?: string;
  /** the text of an item */
  children: (item: Item) => ReactNode;
}

/** Placeholder of one item. */
export const SearchSkeleton = () => <Skeleton className="h-16" />;

/** What a search has found, to choose from. */
export function FoundItems<Item>({ items, keyOf, onItem, none, children }: FoundItemsProps<Item>) {
  const t = useTexts();
  return (
    <ul
      aria-live="polite"
      className="max-h-[60dvh] divide-y divide-line overflow-y-auto rounded-xs border border-line bg-white"
    >
      {items.map((item) => (
        <li key={keyOf(item)}>
          <button
            type="button"
            className="flex min-h-16 w-full items-center gap-3 px-3 py-2 text-left hover:bg-ivory"
            onClick={() => onItem(item)}
          >
            {children(item)}
          </button>
        </li>
      ))}
      {items.length === 0 && <li className="px-3 py-3 text-sm text-taupe">{none ?? t("states.no_items")}</li>}
    </ul>
  );
}
