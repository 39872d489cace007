import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { LinkButton } from "#design/button.tsx";
import { PackageIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/services.route.ts";
import { JewelryCare } from "./jewelry-care.tsx";
import { type SizeTables, sizerTexts, sizeTables } from "./page-content.ts";
import type { SizerTexts } from "./ring-sizer/words.ts";
import { SizeGuide } from "./size-guide.tsx";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  tables: await sizeTables(page(context)),
  sizer: await sizerTexts(page(context)),
  texts: await pageTexts(page(context), [
    ...["services", "ring_guide", "care"],
    ...(page(context).orderLookup ? ["guest.lookup_link"] : []),
  ]),
});

function OrderTracking() {
  const t = useTexts();
  const { orderLookup } = useSettings();
  return (
    <section
      id="order-tracking"
      className="flex flex-col gap-5 bg-sand p-6 sm:flex-row sm:items-center sm:justify-between md:p-10"
    >
      <div className="flex gap-4">
        <PackageIcon size={32} className="mt-1 shrink-0 text-champagne" />
        <div>
          <h2 className="text-2xl">{t("services.tracking_title")}</h2>
          <p className="mt-1 text-sm text-taupe">{t("services.tracking_text")}</p>
        </div>
      </div>
      <div className="flex shrink-0 flex-col gap-2 sm:items-end">
        <LinkButton to="/profile?tab=orders">{t("services.tracking_button")}</LinkButton>
        {orderLookup && (
          <Link to="/order-lookup" className="text-link inline-flex min-h-11 items-center text-sm">
            {t("guest.lookup_link")}
          </Link>
        )}
      </div>
    </section>
  );
}

/** Goes to a section of the page, as a plain link does; through the router, which keeps the query parameters. */
function useGoTo(): (event: MouseEvent, id: string) => void {
  const navigate = useNavigate();
  return (event, id) => {
    event.preventDefault();
    void navigate({ search: location.search, hash: id });
  };
}

function Content({ tables, sizer }: { tables: SizeTables; sizer: SizerTexts }) {
  const t = useTexts();
  const goTo = useGoTo();
  const anchors = [
    { id: "order-tracking", text: t("services.tracking_title") },
    { id: "size-guide", text: t("services.size_title") },
    { id: "jewelry-care", text: t("services.care_title") },
  ];
  return (
    <div className="page py-12 md:py-20">
      <PageHead title={t("services.title")} description={t("meta.services_description")} />
      <div className="mx-auto max-w-4xl">
        <h1 className="text-3xl md:text-4xl">{t("services.title")}</h1>
        <p className="mt-3 text-taupe">{t("services.intro")}</p>
        <ul className="mt-4 mb-10 flex flex-wrap gap-x-8 border-b border-line">
          {anchors.map(({ id, text }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => goTo(event, id)}
                className="inline-flex min-h-12 items-center text-sm hover:text-champagne"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
        <div className="space-y-16 md:space-y-24">
          <OrderTracking />
          <SizeGuide tables={tables} sizer={sizer} />
          <JewelryCare />
        </div>
      </div>
    </div>
  );
}

export default function Services({ loaderData: { tables, sizer, texts } }: Route.ComponentProps) {
  return (
    <PageTexts texts={texts}>
      <Content tables={tables} sizer={sizer} />
    </PageTexts>
  );
}
