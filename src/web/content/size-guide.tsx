import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { SizeTables } from "./page-content.ts";
import type { SizerTexts } from "./ring-sizer/words.ts";
import { RingSizerSection } from "./ring-sizer-section.tsx";
import { Table } from "./table.tsx";

function RingSteps() {
  const t = useTexts();
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <div>
        <h3 className="font-medium">{t("ring_guide.title")}</h3>
        <ol className="mt-4 space-y-4">
          {t.list("ring_guide.steps").map((step, index) => (
            <li key={step} className="flex gap-4 text-sm">
              <span aria-hidden="true" className="w-4 shrink-0 font-display text-2xl leading-none text-champagne">
                {index + 1}
              </span>
              <span className="pt-0.5">{step}</span>
            </li>
          ))}
        </ol>
      </div>
      <div className="self-start bg-sand p-6">
        <p className="font-display text-xl">{t("ring_guide.formula")}</p>
        <ul className="mt-4 list-disc space-y-2 pl-5 text-sm marker:text-champagne">
          {t.list("ring_guide.tips").map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Ring sizes by paper strip or on the screen, and the lengths of necklaces and bracelets. */
export function SizeGuide({ tables, sizer }: { tables: SizeTables; sizer: SizerTexts }) {
  const t = useTexts();
  return (
    <section id="size-guide" className="space-y-10">
      <header>
        <h2 className="text-2xl md:text-3xl">{t("services.size_title")}</h2>
        <p className="mt-2 max-w-2xl text-sm text-taupe">{t("services.size_intro")}</p>
      </header>
      <RingSizerSection texts={sizer} rows={tables.size_rows} />
      <RingSteps />
      <Table
        caption={t("services.size_table_caption")}
        columns={[
          t("services.size_col_mm"),
          t("services.size_col_diameter"),
          t("services.size_col_vn"),
          t("services.size_col_us"),
        ]}
        rows={tables.size_rows.map(({ mm, diameter, vn, us }) => [mm, diameter, vn, us])}
      />
      <div className="grid gap-10 md:grid-cols-2">
        <Table
          caption={t("services.necklace_title")}
          columns={[t("services.necklace_col_length"), t("services.necklace_col_fit")]}
          rows={tables.necklace_rows.map(({ length, text }) => [length, text])}
        />
        <Table
          caption={t("services.bracelet_title")}
          note={t("services.bracelet_text")}
          columns={[t("services.bracelet_col_wrist"), t("services.bracelet_col_length")]}
          rows={tables.bracelet_rows.map(({ wrist, length }) => [wrist, length])}
        />
      </div>
    </section>
  );
}
