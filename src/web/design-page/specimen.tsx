import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "#design/class-names.ts";
import type { ShownState } from "./use-shown-states.ts";

/** A section of the page. */
export function DesignSection({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-8 border-b border-line pb-3 text-2xl">
        {title}
      </h2>
      <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </section>
  );
}

interface SpecimenProps {
  /** its name and state */
  name: string;
  /** shown as if its first control were hovered, focused or pressed */
  as?: ShownState;
  wide?: boolean;
  children: ReactNode;
}

const controls = "a, button, input, select, textarea, summary";

/** One component in one state, with its name above. */
export function Specimen({ name, as, wide = false, children }: SpecimenProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = frame.current?.querySelector(controls);
    if (!as || !control) return;
    // a component's hover style may depend on its own element or on one around it
    for (let at: Element | null = control; at && at !== frame.current; at = at.parentElement)
      at.classList.add(`shown-${as}`);
  }, [as]);
  return (
    <div className={classes("min-w-0", wide && "sm:col-span-full")}>
      <p className="eyebrow mb-3">{name}</p>
      <div ref={frame}>{children}</div>
    </div>
  );
}
