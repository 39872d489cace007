import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { classes } from "#design/class-names.ts";
import { ChevronLeftIcon } from "#design/icons.tsx";

interface BackLinkProps {
  to: string;
  label: string;
}

/** To the list of the record that is open: an installed back office has no button of the browser. */
export const BackLink = ({ to, label }: BackLinkProps) => (
  <Link
    to={to}
    preventScrollReset
    className="-ml-2 inline-flex min-h-12 items-center gap-1 px-2 text-sm text-taupe hover:text-ink lg:min-h-10 print:hidden"
  >
    <ChevronLeftIcon size={18} />
    {label}
  </Link>
);

export interface PageProps {
  title: string;
  /** the list that the record belongs to */
  back?: BackLinkProps;
  /** buttons next to the title */
  actions?: ReactNode;
  /** `form`: narrow, for one column of fields; `list`: the whole width */
  width?: "form" | "list";
  /** a record next to its list, which has the heading of the page */
  half?: boolean;
  children: ReactNode;
}

/** The frame of one screen's content: its title, also that of the window, and what is below. */
export function Page({ title, back, actions, width = "list", half, children }: PageProps) {
  const Heading = half ? "h2" : "h1";
  useEffect(() => {
    document.title = `${title} · Lianne`;
  }, [title]);
  return (
    <div
      className={classes(
        "mx-auto w-full px-4 py-5 lg:px-8 lg:py-8",
        width === "form" ? "max-w-2xl" : "max-w-6xl",
        back && "pt-3 lg:pt-6",
      )}
    >
      {back && <BackLink {...back} />}
      <div className="mb-4 flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading tabIndex={-1} className="min-w-0 text-xl break-words outline-none lg:text-2xl">
          {title}
        </Heading>
        {actions}
      </div>
      {children}
    </div>
  );
}

interface CardProps {
  title?: string;
  /** below the title */
  text?: ReactNode;
  /** next to the title */
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A white box for related content. */
export const Card = ({ title, text, action, className, children }: CardProps) => (
  <section className={classes("card p-4 sm:p-5", className)}>
    {title && (
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-base font-medium">{title}</h2>
          {text && <p className="text-sm text-taupe">{text}</p>}
        </div>
        {action}
      </div>
    )}
    {children}
  </section>
);
