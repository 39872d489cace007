import { useSearchParams } from "react-router";
import { Accordion } from "#design/accordion.tsx";
import { LinkButton } from "#design/button.tsx";
import { RulerIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { useInBrowser } from "#design/use-hydrated.ts";
import { useTextLanguage } from "#web/i18n/text-language.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextListKey } from "#web/i18n/translate.ts";
import type { DeliveryPolicies } from "./delivery-policies.ts";
import type { ProductView } from "./product-view.ts";

/** The target of the size link; a collapsed section opens by itself for a target inside it. */
export const tipsId = "tips";

const tipsOf: ReadonlyMap<string, TextListKey> = new Map([
  ["necklaces", "tips.necklaces"],
  ["bracelets", "tips.bracelets"],
  ["earrings", "tips.earrings"],
]);
const tipsKey = ({ category }: ProductView): TextListKey => tipsOf.get(category?.slug ?? "") ?? "tips.general";
const isRing = ({ category }: ProductView): boolean => category?.slug === "rings";

/** The texts below that the page's loader provides. */
export const informationTexts = (product: ProductView): string[] => [
  isRing(product) ? "ring_guide" : tipsKey(product),
  ...["general", "service", "link", product.careGroup, `${product.careGroup}_title`].map((key) => `care.${key}`),
];

function Lines({ lines, ordered = false }: { lines: readonly string[]; ordered?: boolean }) {
  const List = ordered ? "ol" : "ul";
  return (
    <List className={`space-y-1.5 pl-5 ${ordered ? "list-decimal" : "list-disc"} marker:text-champagne`}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  );
}

function RingGuide({ product }: { product: number }) {
  const t = useTexts();
  const [search] = useSearchParams();
  const chosen = useInBrowser(() => search.get("variation"), null);
  return (
    <div className="space-y-4">
      <LinkButton
        look="secondary"
        size="small"
        className="needs-scripts"
        to={`/services?product=${product}${chosen ? `&variation=${encodeURIComponent(chosen)}` : ""}#ring-sizer`}
      >
        <RulerIcon size={16} />
        {t("ring_guide.measure")}
      </LinkButton>
      <p className="font-medium">{t("ring_guide.title")}</p>
      <Lines lines={t.list("ring_guide.steps")} ordered />
      <p className="bg-sand px-4 py-3 font-medium">{t("ring_guide.formula")}</p>
      <Lines lines={t.list("ring_guide.tips")} />
      <Link to="/services#size-guide" className="inline-block py-2.5 text-link">
        {t("ring_guide.see_table")}
      </Link>
    </div>
  );
}

function Tips({ product }: { product: ProductView }) {
  const t = useTexts();
  if (isRing(product)) return <RingGuide product={product.id} />;
  return <Lines lines={t.list(tipsKey(product))} />;
}

function Care({ group }: { group: ProductView["careGroup"] }) {
  const t = useTexts();
  return (
    <div className="space-y-4">
      {group && (
        <div>
          <p className="font-medium">{t(`care.${group}_title`)}</p>
          <p className="mt-1">{t(`care.${group}`)}</p>
        </div>
      )}
      <Lines lines={t.list("care.general")} />
      <p>{t("care.service")}</p>
      <Link to="/services#jewelry-care" className="inline-block py-2.5 text-link">
        {t("care.link")}
      </Link>
    </div>
  );
}

/** All further information about the product, in collapsible sections. */
export function Information({ product }: { product: ProductView & DeliveryPolicies }) {
  const t = useTexts();
  const languageOf = useTextLanguage();
  return (
    <div className="border-t border-line">
      <Accordion title={t("product.details")} level={2} open>
        <div
          lang={languageOf(product.description)}
          className="rich-text"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the store sanitises it on every input
          dangerouslySetInnerHTML={{ __html: product.description }}
        />
        {product.sku && (
          <p className="mt-3 text-xs text-taupe">
            {t("product.sku")}: {product.sku}
          </p>
        )}
      </Accordion>
      <Accordion title={t("product.tips")} level={2}>
        {/* scroll target: its title should be visible as well */}
        <div id={tipsId} className="scroll-mt-38">
          <Tips product={product} />
        </div>
      </Accordion>
      <Accordion title={t("product.care")} level={2}>
        <Care group={product.careGroup} />
      </Accordion>
      <Accordion title={t("product.shipping_returns")} level={2}>
        <Lines lines={product.deliveryLines} />
        <Link to="/support?section=shipping" className="mt-1.5 inline-block py-2.5 text-link">
          {t("announcement.link")}
        </Link>
      </Accordion>
    </div>
  );
}
