import type { ReactNode } from "react";
import { classes } from "./class-names.ts";

export type Tone = "sale" | "neutral" | "success" | "warning" | "danger";

const tones: Record<Tone, string> = {
  sale: "bg-blush text-ink ring-1 ring-ivory",
  neutral: "bg-sand text-ink",
  success: "bg-success-tint text-success",
  warning: "bg-warning-tint text-warning",
  danger: "bg-danger-tint text-danger",
};

/** A small label: a discount on a picture, an order's status. */
export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classes("tabular inline-flex items-center px-2 py-0.5 text-xs font-medium", tones[tone], className)}
    >
      {children}
    </span>
  );
}
