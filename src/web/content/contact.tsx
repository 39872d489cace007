import { MailIcon, PhoneIcon } from "#design/icons.tsx";
import { EmailLink } from "#web/i18n/email-link.tsx";
import { useShopEmail } from "#web/i18n/shop-email.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { PhoneLink } from "#web/i18n/phone-link.tsx";

/** The shop's contact details. */
export function Contact() {
  const t = useTexts();
  const email = useShopEmail();
  const phone = t("footer.phone");
  return (
    <section id="contact" className="mt-12 bg-sand p-6 md:p-10">
      <h2 className="text-2xl">{t("support.contact_title")}</h2>
      <p className="mt-2 text-sm text-taupe">{t("support.contact_text", { email, phone })}</p>
      <ul className="mt-4 flex flex-wrap gap-x-8 gap-y-1 text-sm">
        <li>
          <EmailLink className="inline-flex min-h-11 items-center gap-2 hover:text-champagne">
            <MailIcon />{" "}
          </EmailLink>
        </li>
        <li>
          <PhoneLink className="inline-flex min-h-11 items-center gap-2 hover:text-champagne">
            <PhoneIcon />
          </PhoneLink>
        </li>
      </ul>
    </section>
  );
}
