import type { ComponentProps } from "react";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { useOnline } from "#design/use-online.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/**
 * The button of an action that only the server can decide (a confirmation, money, prices, a booking): offline it is disabled, with the
 * reason below its label, which takes no space of its own, so that a lost connection moves nothing.
 */
export function ServerButton({ children, disabled = false, className, ...button }: ComponentProps<typeof Button>) {
  const t = useTexts();
  const online = useOnline();
  return (
    <Button {...button} disabled={disabled || !online} className={classes("relative", className)}>
      {children}
      {!online && (
        <span className="absolute inset-x-0 bottom-0.5 text-[0.6875rem]/3 font-normal whitespace-nowrap">
          <span className="opacity-0"> · </span>
          {t("connection.needed")}
        </span>
      )}
    </Button>
  );
}
