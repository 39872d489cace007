import type { ComponentProps, ReactNode } from "react";
import { classes } from "./class-names.ts";
import { MinusIcon, PlusIcon } from "./icons.tsx";

type AccordionProps = Omit<ComponentProps<"details">, "title"> & {
  title: ReactNode;
  /** heading level of the title on its page */
  level?: 2 | 3;
  children: ReactNode;
};

/** One collapsible section. Native, so it opens before hydration and for the browser's text search. */
export function Accordion({ title, level = 3, className, children, ...details }: AccordionProps) {
  const Heading = `h${level}` as const;
  return (
    <details {...details} className={classes("group border-b border-line", className)}>
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 transition-colors hover:text-champagne [&::-webkit-details-marker]:hidden">
        <Heading className="font-sans text-base font-medium">{title}</Heading>
        <PlusIcon size={18} className="shrink-0 group-open:hidden" />
        <MinusIcon size={18} className="hidden shrink-0 group-open:block" />
      </summary>
      <div className="pb-6 text-sm leading-relaxed">{children}</div>
    </details>
  );
}
