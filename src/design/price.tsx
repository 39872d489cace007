import type { ReactNode } from "react";
import { classes } from "./class-names.ts";

interface PriceProps {
  /** the current price, formatted */
  price: string;
  /** the regular price, formatted; only if it is higher */
  regular?: string | null | undefined;
  /** read out before each number, since screen readers do not announce strikethrough */
  labels: { price: string; regular: string };
  className?: string;
  /** on sale, after the prices: the discount */
  children?: ReactNode;
}

/** A price; with a regular price it is a sale: champagne, and the regular price struck through. */
export function Price({ price, regular, labels, className, children }: PriceProps) {
  if (!regular) return <span className={classes("tabular", className)}>{price}</span>;
  return (
    <span className={classes("tabular inline-flex flex-wrap items-baseline gap-x-2 gap-y-0.5", className)}>
      <span className="font-medium text-champagne">
        <span className="sr-only">{labels.price} </span>
        {price}
      </span>{" "}
      <s className="text-[0.875em] text-taupe">
        <span className="sr-only">{labels.regular} </span>
        {regular}
      </s>
      {children}
    </span>
  );
}
