import { JsonLd } from "#design/json-ld.tsx";
import { Link } from "#design/link.tsx";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

export interface Crumb {
  name: string;
  path: string;
}

const structured = (crumbs: readonly Crumb[], publicUrl: string) => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: publicUrl + path,
  })),
});

/** The path from the home page; the last crumb is the page itself. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  const t = useTexts();
  const { publicUrl } = useSettings();
  const crumbs = [{ name: t("nav.home"), path: "/" }, ...trail];
  return (
    <nav aria-label={t("a11y.breadcrumb")}>
      <ol className="flex gap-x-2 text-xs whitespace-nowrap text-taupe md:text-sm">
        {crumbs.map(({ name, path }, index) => (
          <li key={path} className="flex min-h-6 items-center gap-x-2 last:min-w-0">
            {index > 0 && <span aria-hidden="true">/</span>}
            {index === crumbs.length - 1 ? (
              <span aria-current="page" className="truncate">
                {name}
              </span>
            ) : (
              <Link
                to={path}
                className="relative py-1 after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:text-champagne md:after:hidden"
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <JsonLd data={structured(crumbs, publicUrl)} />
    </nav>
  );
}
