import type { ReactNode } from "react";
import { classes } from "#design/class-names.ts";

/** An icon, a message, actions, and the order summary. */
export interface ResultView {
  icon: ReactNode;
  title: string;
  text: string;
  /** details below the message */
  note?: string | undefined;
  actions: ReactNode;
  /** the order summary, next to the result; below it on a phone */
  aside?: ReactNode;
  /** the next steps, after the actions */
  next?: ReactNode;
}

/** Stays mounted, so that changes of the message are announced. */
export function ResultFrame({ icon, title, text, note, actions, aside, next }: ResultView) {
  const frame = aside
    ? "mx-auto grid max-w-5xl gap-10 pt-10 md:pb-16 lg:grid-cols-[1fr_26rem] lg:gap-16 lg:pt-16"
    : "mx-auto max-w-lg py-12 md:py-20";
  return (
    <div className={frame}>
      <div className={classes("flex flex-col items-center text-center", aside ? "lg:items-start lg:text-left" : "")}>
        {/* the icon has an inner margin: shifted to align with the text */}
        <div className={aside ? "lg:-ml-1.5" : ""}>{icon}</div>
        <div role="status">
          <h1 className="mt-5 text-3xl">{title}</h1>
          {text && <p className="mt-3 max-w-lg text-balance text-taupe">{text}</p>}
          {note && <p className="mt-3 max-w-lg text-sm text-balance text-taupe">{note}</p>}
        </div>
        <div className={classes("mt-8 flex w-full flex-col gap-3", aside ? "sm:max-w-sm" : "")}>{actions}</div>
        {next}
      </div>
      {aside}
    </div>
  );
}
