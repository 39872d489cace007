import type { ComponentProps, ReactNode } from "react";
import { classes } from "./class-names.ts";
import { Link, type LinkProps } from "./link.tsx";
import { Spinner } from "./spinner.tsx";

export type ButtonLook = "primary" | "secondary" | "quiet";
type Size = "normal" | "small";

const base =
  "inline-flex items-center justify-center gap-2 rounded-xs text-center font-medium transition-colors select-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed";
const looks: Record<ButtonLook, string> = {
  primary:
    "bg-ink text-ivory forced-colors:border hover:bg-ink-hover active:bg-ink-pressed disabled:bg-line disabled:text-taupe aria-disabled:bg-line aria-disabled:text-taupe",
  secondary:
    "border border-ink bg-transparent text-ink hover:bg-ink hover:text-ivory disabled:border-line disabled:bg-transparent disabled:text-taupe",
  quiet:
    "text-ink underline decoration-1 underline-offset-4 hover:text-champagne disabled:text-taupe disabled:no-underline",
};
const sizes: Record<Size, string> = {
  normal: "min-h-12 px-8 py-3 text-sm",
  small: "min-h-11 px-4 py-2 text-sm lg:min-h-10",
};

/** A button's classes, for other elements. */
export const buttonClasses = (kind: ButtonLook, size: Size, wide: boolean, className?: string) =>
  classes(
    base,
    looks[kind],
    kind === "quiet" ? "min-h-11 min-w-11 px-2 text-sm lg:min-h-8" : sizes[size],
    wide && "w-full",
    className,
  );

interface Common {
  look?: ButtonLook;
  size?: Size;
  wide?: boolean;
  className?: string;
  children: ReactNode;
}

type ButtonProps = Common &
  Omit<ComponentProps<"button">, keyof Common> & {
    /** shows a spinner and disables the button; the label stays */ busy?: boolean;
  };

export function Button({
  look: kind = "primary",
  size = "normal",
  wide = false,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClasses(kind, size, wide, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** A link styled as a button; it stays a link for keyboard and screen readers. */
export function LinkButton({
  look: kind = "primary",
  size = "normal",
  wide = false,
  className,
  ...rest
}: Common & Omit<LinkProps, keyof Common>) {
  return <Link {...rest} className={buttonClasses(kind, size, wide, className)} />;
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  /** the accessible name; there is no visible text */
  label: string;
};

const square =
  "relative inline-grid size-11 shrink-0 place-items-center rounded-xs transition-colors hover:text-champagne";

/** An icon button, always 44 px square. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={label} className={classes(square, className)}>
      {children}
    </button>
  );
}

type IconLinkProps = Omit<LinkProps, "aria-label"> & {
  label: string;
};

/** A link styled as an IconButton: opens a page without scripts, and a panel with them. */
export function IconLink({ label, className, ...rest }: IconLinkProps) {
  return <Link {...rest} aria-label={label} className={classes(square, className)} />;
}
