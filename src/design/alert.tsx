import type { ReactNode, Ref } from "react";
import { classes } from "./class-names.ts";
import { AlertIcon, SuccessIcon } from "./icons.tsx";

const tones = {
  danger: "border-danger bg-danger-tint text-danger",
  warning: "border-warning bg-warning-tint text-warning",
  success: "border-success bg-success-tint text-success",
};

interface AlertProps {
  tone?: keyof typeof tones;
  children: ReactNode;
  className?: string;
  /** -1 for a summary that is focused after a failed submit */
  tabIndex?: -1;
  ref?: Ref<HTMLDivElement>;
}

/** An error or success message next to its cause, announced at once. At the top of a form it is the error summary. */
export function Alert({ tone = "danger", children, className, tabIndex, ref }: AlertProps) {
  const Icon = tone === "success" ? SuccessIcon : AlertIcon;
  return (
    <div
      ref={ref}
      tabIndex={tabIndex}
      role={tone === "success" ? "status" : "alert"}
      className={classes("flex items-start gap-3 border-l-2 px-4 py-3 text-sm", tones[tone], className)}
    >
      <Icon size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
