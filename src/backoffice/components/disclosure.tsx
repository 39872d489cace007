import type { ComponentProps, ReactNode } from "react";
import { classes } from "#design/class-names.ts";
import { ChevronRightIcon } from "#design/icons.tsx";

type DisclosureProps = Omit<ComponentProps<"details">, "title"> & {
  title: ReactNode;
  /** of the line that opens it */
  titleClassName?: string;
  children: ReactNode;
};

/** Details that a tap on their title opens, with an arrow that shows it. Native, so the browser's text search opens them too. */
export const Disclosure = ({ title, titleClassName, className, children, ...details }: DisclosureProps) => (
  <details {...details} className={classes("group/details", className)}>
    <summary
      className={classes(
        "flex min-h-11 cursor-pointer list-none items-center gap-1.5 text-ink transition-colors hover:text-champagne lg:min-h-8 [&::-webkit-details-marker]:hidden",
        titleClassName ?? "text-xs",
      )}
    >
      <ChevronRightIcon size={16} className="shrink-0 transition-transform group-open/details:rotate-90" />
      {title}
    </summary>
    {children}
  </details>
);
