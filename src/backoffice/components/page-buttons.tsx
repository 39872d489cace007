import { Button } from "#design/button.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface PageButtonsProps {
  page: number;
  perPage: number;
  /** number of all items */
  total: number;
  onOpen: (page: number) => void;
}

/** The previous and the next page of a list; nothing if there is one page only. */
export function PageButtons({ page, perPage, total, onOpen }: PageButtonsProps) {
  const t = useTexts();
  if (total <= perPage && page === 1) return null;
  const step = (to: number, isOffered: boolean, label: "log.newer" | "log.older") => (
    <Button look="secondary" size="small" className="min-h-12" disabled={!isOffered} onClick={() => onOpen(to)}>
      {t(label)}
    </Button>
  );
  return (
    <nav className="mt-4 flex justify-between gap-3 print:hidden" aria-label={t("log.pages")}>
      {step(page - 1, page > 1, "log.newer")}
      {step(page + 1, page * perPage < total, "log.older")}
    </nav>
  );
}
