import { classes } from "./class-names.ts";
import { ChevronLeftIcon, ChevronRightIcon } from "./icons.tsx";
import { Link } from "./link.tsx";
import { pageWindow } from "./page-window.ts";

interface PaginationProps {
  page: number;
  pages: number;
  /** link of a page, such as `?page=2` */
  to: (page: number) => string;
  labels: { nav: string; previous: string; next: string; page: (page: number) => string };
  preventScrollReset?: boolean;
}

const cell = "inline-grid size-11 place-items-center rounded-xs text-sm tabular transition-colors";

function Step({ to, label, children }: { to: string | null; label: string; children: React.ReactNode }) {
  if (to === null) return <span className={classes(cell, "text-line")}>{children}</span>;
  return (
    <Link to={to} aria-label={label} className={classes(cell, "hover:text-champagne")}>
      {children}
    </Link>
  );
}

export function Pagination({ page, pages, to, labels, preventScrollReset }: PaginationProps) {
  if (pages <= 1) return null;
  let gaps = 0;
  return (
    <nav aria-label={labels.nav} className="flex flex-wrap items-center justify-center gap-1">
      <Step to={page > 1 ? to(page - 1) : null} label={labels.previous}>
        <ChevronLeftIcon size={18} />
      </Step>
      {pageWindow(page, pages).map((number) =>
        number === null ? (
          <span key={`gap-${gaps++}`} className={classes(cell, "text-taupe")} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={to(number)}
            preventScrollReset={preventScrollReset ?? false}
            aria-label={labels.page(number)}
            aria-current={number === page ? "page" : undefined}
            className={classes(cell, number === page ? "bg-ink text-ivory" : "hover:text-champagne")}
          >
            {number}
          </Link>
        ),
      )}
      <Step to={page < pages ? to(page + 1) : null} label={labels.next}>
        <ChevronRightIcon size={18} />
      </Step>
    </nav>
  );
}
