import type { ReactNode } from "react";
import { useSession } from "#web/api/session.ts";
import { type MenuCategory, useCategories } from "#web/catalog/categories-context.ts";
import { Accordion } from "#design/accordion.tsx";
import { LinkButton } from "#design/button.tsx";
import { AccountIcon, HeartIcon, PackageIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { Picture } from "#design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { openPanel } from "#web/navigation/panels.ts";

function Entry({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="flex min-h-14 items-center gap-3 border-b border-line font-medium last:border-b-0 hover:text-champagne"
    >
      {icon}
      {children}
    </Link>
  );
}

interface CategoryLinksProps {
  categories: readonly MenuCategory[];
  all: { to: string; text: string };
}

function CategoryLinks({ categories, all }: CategoryLinksProps) {
  return (
    <ul>
      {categories.map(({ id, slug, name, image }) => (
        <li key={id}>
          <Link to={`/products/category/${slug}`} className="flex min-h-16 items-center gap-4 hover:text-champagne">
            <Picture picture={image} alt="" sizes="48px" className="size-12" />
            {name}
          </Link>
        </li>
      ))}
      <li>
        <Link to={all.to} className="text-link inline-flex min-h-11 items-center">
          {all.text}
        </Link>
      </li>
    </ul>
  );
}

/** Login for a guest, profile and orders for a customer; neither while the session is unknown. */
function AccountEntries() {
  const t = useTexts();
  const { user, known } = useSession();
  if (user)
    return (
      <>
        <Entry to="/profile" icon={<AccountIcon />}>
          {t("header.greeting", { name: user.firstName })}
        </Entry>
        <Entry to="/profile?tab=orders" icon={<PackageIcon />}>
          {t("header.my_orders")}
        </Entry>
      </>
    );
  return (
    <div className="py-4">
      <LinkButton
        to="/profile"
        wide
        look="secondary"
        // while the session is unknown, the server decides
        onPress={known ? () => openAuth("login") : undefined}
      >
        {t("header.login")}
      </LinkButton>
    </div>
  );
}

/** Everything in the desktop header, as a list for a phone. */
export function MenuEntries({ className }: { className?: string }) {
  const t = useTexts();
  const categories = useCategories();
  const ofKind = (kind: MenuCategory["kind"]) => categories.filter((category) => category.kind === kind);
  return (
    <nav aria-label={t("a11y.main_nav")} className={className}>
      <Accordion title={t("nav.jewelry")} level={2} open>
        <CategoryLinks categories={ofKind("jewelry")} all={{ to: "/products/category", text: t("nav.all_jewelry") }} />
      </Accordion>
      <Accordion title={t("nav.gifts")} level={2}>
        <CategoryLinks categories={ofKind("gift")} all={{ to: "/gifts", text: t("nav.all_gifts") }} />
      </Accordion>
      <Entry to="/collections">{t("nav.collections")}</Entry>
      <Entry to="/about-us">{t("nav.about")}</Entry>
      <Entry to="/services">{t("nav.services")}</Entry>
      <Entry to="/support">{t("nav.support")}</Entry>
      <button
        type="button"
        onClick={() => openPanel("wishlist")}
        className="needs-scripts flex min-h-14 w-full items-center gap-3 border-b border-line font-medium hover:text-champagne"
      >
        <HeartIcon />
        {t("header.wishlist")}
      </button>
      <AccountEntries />
    </nav>
  );
}
