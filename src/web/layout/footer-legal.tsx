import { paymentMethodTexts } from "#web/i18n/payment-methods.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Our own drawing of a registration badge, not a third party's mark. */
function RegistrationBadge({ link }: { link: string }) {
  const t = useTexts();
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-14 items-center gap-3 border border-edge bg-ivory py-2 pr-4 pl-3 text-xs font-medium hover:border-ink"
    >
      <svg viewBox="0 0 40 40" role="img" aria-label={t("footer.badge_alt")} className="size-9 shrink-0">
        <circle cx="20" cy="20" r="18" fill="#2f5d8a" />
        <path
          d="m11.5 20.5 6 6 11-13"
          fill="none"
          stroke="#fff"
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="max-w-72">{t("footer.badge_text")}</span>
      <span className="sr-only">({t("a11y.external_link")})</span>
    </a>
  );
}

/** The company's legal details, payment methods and registration badge. */
export function FooterLegal() {
  const t = useTexts();
  const { paymentMethods, registrationLink } = useSettings();
  return (
    <div className="mt-10 flex flex-col gap-6 border-t border-line pt-8 text-xs text-taupe lg:flex-row lg:items-end lg:justify-between">
      <div className="space-y-1">
        <p className="font-medium text-ink">{t("footer.company")}</p>
        <p>{t("footer.registration")}</p>
        <p>{t("footer.tax_code")}</p>
        {/* a cached page, or a clock in another time zone, may be in another year */}
        <p suppressHydrationWarning className="pt-3">
          {t("footer.copyright", { year: new Date().getFullYear() })}
        </p>
      </div>
      <div className="flex flex-col gap-4 lg:items-end">
        {paymentMethods.length > 0 && (
          <p className="flex flex-wrap items-center gap-2">
            {t("footer.payments_accepted")}
            {paymentMethods.map((method) => (
              <span key={method} className="border border-line bg-ivory px-2 py-1 font-medium text-ink">
                {t(paymentMethodTexts[method].shortName)}
              </span>
            ))}
          </p>
        )}
        {registrationLink && <RegistrationBadge link={registrationLink} />}
      </div>
    </div>
  );
}
