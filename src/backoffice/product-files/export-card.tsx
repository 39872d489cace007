import { productTabs } from "#contract/product-tabs.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import { buttonClasses } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { CategoryField } from "#backoffice/categories/category-field.tsx";

/** The export does not contain the trash. */
const exportedTabs = productTabs.filter((tab) => tab !== "trash");

/** A file of all products, or of those that match the filters of the product list. */
export function ExportCard() {
  const t = useTexts();
  const draft = useDraft("product-export", { tab: "all", search: "", category: "" });
  const { values: filter, change: set } = draft;
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value.trim() !== ""));
  return (
    <Card title={t("files.export")} text={t("files.export_text")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="empty:hidden sm:col-span-2">
          <DraftOffer draft={draft} />
        </div>
        <SelectField label={t("files.which")} value={filter.tab} onChange={({ target }) => set({ tab: target.value })}>
          {exportedTabs.map((tab) => (
            <option key={tab} value={tab}>
              {t(`product_tabs.${tab}`)}
            </option>
          ))}
        </SelectField>
        <CategoryField
          value={filter.category}
          none={t("prices.all_products")}
          onChange={(category) => set({ category })}
        />
        <TextField
          className="sm:col-span-2"
          label={t("stock.search")}
          type="search"
          value={filter.search}
          onChange={({ target }) => set({ search: target.value })}
        />
        <a
          href={`${backOfficeApi}/product-exports?${query.toString()}`}
          download
          onClick={draft.discard}
          className={`${buttonClasses("secondary", "small", true)} min-h-12 sm:col-span-2`}
        >
          {t("files.download")}
        </a>
      </div>
    </Card>
  );
}
