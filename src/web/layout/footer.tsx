import { Accordion } from "#design/accordion.tsx";
import { Link } from "#design/link.tsx";
import { EmailLink } from "#web/i18n/email-link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { FooterLegal } from "./footer-legal.tsx";
import { socialLinks } from "#web/links/social-links.ts";
import { type FooterColumn, footerColumns } from "./footer-links.ts";
import { NewsletterForm } from "./newsletter-form.tsx";
import { PhoneLink } from "#web/i18n/phone-link.tsx";
import { StoreMap } from "./store-map.tsx";

function Links({ links }: Pick<FooterColumn, "links">) {
  const t = useTexts();
  return (
    <ul className="space-y-1">
      {links.map(({ to, text }) => (
        <li key={to}>
          <Link to={to} className="inline-flex min-h-11 min-w-11 items-center text-sm hover:text-champagne lg:min-h-8">
            {t(text)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Headings with links on a desktop; collapsible on a phone. */
function Columns() {
  const t = useTexts();
  return (
    <nav aria-label={t("a11y.footer_nav")} className="lg:col-span-3">
      <div className="hidden grid-cols-3 gap-8 lg:grid">
        {footerColumns.map(({ title, links }) => (
          <div key={title}>
            <h2 className="mb-3 text-lg">{t(title)}</h2>
            <Links links={links} />
          </div>
        ))}
      </div>
      <div className="border-t border-line lg:hidden">
        {footerColumns.map(({ title, links }) => (
          <Accordion key={title} title={t(title)} level={2}>
            <Links links={links} />
          </Accordion>
        ))}
      </div>
    </nav>
  );
}

function Store() {
  const t = useTexts();
  return (
    <address className="space-y-2 text-sm not-italic">
      <h2 className="text-lg">{t("footer.address_title")}</h2>
      <p>{t("footer.address")}</p>
      <p>{t("footer.hours")}</p>
      <p>
        {t("footer.phone_label")}: <PhoneLink className="text-link" />
      </p>
      <p>
        {t("footer.email_label")}: <EmailLink className="text-link" />
      </p>
    </address>
  );
}

function Social() {
  const t = useTexts();
  return (
    <div>
      <h2 className="text-lg">{t("footer.social")}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-6 lg:grid lg:grid-cols-2">
        {socialLinks.map(({ href, text }) => (
          <li key={href}>
            <a
              href={href}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 min-w-11 items-center text-sm hover:text-champagne lg:min-h-8"
            >
              {t(text)}
              <span className="sr-only"> ({t("a11y.external_link")})</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Footer() {
  const t = useTexts();
  return (
    <footer className="mt-20 bg-sand lg:mt-28">
      <div className="page pt-14 pb-8">
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1.5fr)_repeat(3,minmax(0,1fr))] lg:gap-8">
          <div>
            <p className="font-display text-3xl tracking-[0.04em]">Lianne</p>
            <h2 className="mt-4 font-sans text-sm font-medium">{t("footer.newsletter_title")}</h2>
            <p className="mt-1 mb-4 max-w-sm text-sm text-taupe">{t("footer.newsletter_text")}</p>
            <NewsletterForm />
          </div>
          <Columns />
        </div>
        <div className="mt-10 grid grid-cols-1 gap-10 border-line lg:mt-14 lg:grid-cols-[minmax(0,1.5fr)_repeat(3,minmax(0,1fr))] lg:gap-8 lg:border-t lg:pt-10">
          <StoreMap />
          <div className="lg:col-span-2">
            <Store />
          </div>
          <Social />
        </div>
        <FooterLegal />
      </div>
    </footer>
  );
}
