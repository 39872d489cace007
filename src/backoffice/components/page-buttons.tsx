import { Button } from "#design/button.tsx";
import { type TextName, useTexts } from "#backoffice/i18n/texts.ts";

interface StepButtonsProps {
  /** null: there is no such page */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  previous?: TextName;
  position?: string;
}

/** To the previous and the next page of a list; nothing if there is neither. */
export function StepButtons({ onPrevious, onNext, previous = "pages.previous", position }: StepButtonsProps) {
  const t = useTexts();
  if (!onPrevious && !onNext) return null;
  const step = (label: TextName, open: (() => void) | null) => (
    <Button look="secondary" size="small" className="min-h-12" disabled={!open} onClick={() => open?.()}>
      {t(label)}
    </Button>
  );
  return (
    <nav className="mt-4 flex items-center justify-between gap-3 print:hidden" aria-label={t("pages.label")}>
      {step(previous, onPrevious)}
      {position && <span className="tabular text-sm text-taupe">{position}</span>}
      {step("pages.next", onNext)}
    </nav>
  );
}

interface PageButtonsProps {
  page: number;
  perPage: number;
  /** number of all items */
  total: number;
  onOpen: (page: number) => void;
}

/** The pages of a list with a known number of items. */
export function PageButtons({ page, perPage, total, onOpen }: PageButtonsProps) {
  const pages = Math.ceil(total / perPage);
  return (
    <StepButtons
      onPrevious={page > 1 ? () => onOpen(page - 1) : null}
      onNext={page < pages ? () => onOpen(page + 1) : null}
      position={`${page} / ${Math.max(page, pages)}`}
    />
  );
}
