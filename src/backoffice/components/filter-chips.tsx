import { CloseIcon } from "#design/icons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface FilterChip {
  name: string;
  text: string;
  onRemove: () => void;
}

/** Each filter that is set as a chip that removes it. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const t = useTexts();
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t("actions.filters")} className="flex flex-wrap gap-2">
      {chips.map(({ name, text, onRemove }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t("actions.remove_filter", { filter: text })}
            onClick={onRemove}
            className="inline-flex min-h-12 items-center gap-2 rounded-full bg-sand px-4 text-sm hover:bg-line lg:min-h-9"
          >
            {text}
            <CloseIcon size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}
