import type { PageSettings } from "#contract/page-context.ts";
import type { Translate } from "#web/i18n/translate.ts";
import { socialLinks } from "#web/links/social-links.ts";

/** schema.org's Organization and WebSite: the company and the site search. */
export function siteData(
  t: Translate,
  { publicUrl, lang, replyTo }: Pick<PageSettings, "publicUrl" | "lang" | "replyTo">,
): object {
  const organization = `${publicUrl}/#organization`;
  const name = t("meta.site_name");
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": organization,
        name,
        legalName: t("footer.company"),
        url: `${publicUrl}/`,
        logo: `${publicUrl}/icons/icon-512.png`,
        email: replyTo ?? t("footer.email"),
        telephone: t("footer.phone"),
        address: { "@type": "PostalAddress", streetAddress: t("footer.address"), addressCountry: "VN" },
        sameAs: socialLinks.map(({ href }) => href),
      },
      {
        "@type": "WebSite",
        "@id": `${publicUrl}/#website`,
        name,
        url: `${publicUrl}/`,
        inLanguage: lang,
        publisher: { "@id": organization },
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${publicUrl}/search?keyword={keyword}` },
          "query-input": "required name=keyword",
        },
      },
    ],
  };
}
