import { classes } from "./class-names.ts";

/** A placeholder for loading content; give it the same size (`className="aspect-4/5 w-full"`). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes("skeleton block", className)} />;
}

/** Placeholder lines of text. */
export function SkeletonText({ lines = 2, className }: { lines?: number; className?: string }) {
  return (
    <span className={classes("block space-y-2", className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are alike
        <Skeleton key={line} className={classes("h-4", line === lines - 1 && lines > 1 ? "w-2/3" : "w-full")} />
      ))}
    </span>
  );
}
