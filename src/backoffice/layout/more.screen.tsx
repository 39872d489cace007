import { Link } from "react-router";
import { ChevronRightIcon } from "#design/icons.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { Page } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { allowedGroups } from "./navigation.ts";
import { SignOutButton } from "./sign-out-button.tsx";

/** All screens that are not in the bottom bar. */
export default function More() {
  const t = useTexts();
  const session = useSession();
  return (
    <Page title={t("nav.more")} width="form">
      <p className="mb-5 text-sm text-taupe">
        {[...new Set([session.staff.name, t(`roles.${session.staff.role}`)])].join(" · ")}
      </p>
      {allowedGroups(session).map(({ label, items }) => (
        <section key={label} aria-labelledby={label} className="mb-5">
          <h2 id={label} className="mb-2 text-sm text-taupe">
            {t(label)}
          </h2>
          <ul className="card divide-y divide-line">
            {items.map((item) => (
              <li key={item.path}>
                <Link to={item.path} className="flex min-h-14 items-center gap-3 px-4 hover:text-champagne">
                  <item.icon size={22} className="text-taupe" />
                  <span className="flex-1">{t(item.label)}</span>
                  <ChevronRightIcon size={18} className="text-taupe" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="mt-5 space-y-3">
        <SignOutButton />
      </div>
    </Page>
  );
}
