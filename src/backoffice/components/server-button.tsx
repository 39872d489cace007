import type { ComponentProps } from "react";
import { Button } from "#design/button.tsx";
import { useOnline } from "#design/use-online.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** The button of an action that only the server can decide (a confirmation, money, prices, a booking): offline it is disabled, with the reason. */
export function ServerButton({ children, disabled = false, ...button }: ComponentProps<typeof Button>) {
  const t = useTexts();
  const online = useOnline();
  return (
    <Button {...button} disabled={disabled || !online}>
      {children}
      {!online && ` · ${t("connection.needed")}`}
    </Button>
  );
}
