import { classes } from "#design/class-names.ts";
import { Link } from "#design/link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

export function Wordmark({ className }: { className?: string }) {
  const t = useTexts();
  return (
    <Link
      to="/"
      aria-label={t("a11y.logo")}
      className={classes(
        "inline-flex min-h-11 items-center px-1 font-display text-[1.875rem] leading-none tracking-[0.04em]",
        className,
      )}
    >
      Lianne
    </Link>
  );
}
