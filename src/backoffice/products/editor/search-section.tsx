import { TextField } from "#design/field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useEditor, useFormField } from "./editor-context.ts";
import { TextPair } from "./text-fields.tsx";

/** Lengths at which search engines cut a title and a description. */
const shown = { title: 60, description: 155 };
const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
const plain = (markup: string): string =>
  markup
    .replace(/\*\*|(^|\n)(- |\d+\. )/g, " ")
    .replace(/\s+/g, " ")
    .trim();

function Result({ lang }: { lang: "vi" | "en" }) {
  const t = useTexts();
  const { form, base } = useEditor();
  const title = form[`seo_title_${lang}`] || form[`name_${lang}`];
  const description = form[`seo_description_${lang}`] || `${form[`name_${lang}`]}. ${plain(form[`short_${lang}`])}`;
  const [image] = form.images;
  const address = `${base.product.permalink.replace(/[^/]*$/, "")}${form.slug}`.replace(/^https?:\/\//, "");
  return (
    <div className="min-w-0 space-y-3" lang={lang}>
      <p className="text-xs text-taupe">{t(lang === "vi" ? "editor.vietnamese" : "editor.english")}</p>
      <div className="rounded-xs border border-line bg-white p-3">
        <p className="truncate text-xs text-taupe">{address}</p>
        <p className="text-base text-[light-dark(#1a0dab,#8ab4f8)]">{cut(`${title} | Lianne`, shown.title)}</p>
        <p className="text-sm text-taupe">{cut(description, shown.description)}</p>
      </div>
      <div className="overflow-hidden rounded-xs border border-line bg-white">
        {image && <img src={image.src} alt="" className="aspect-[1.91] w-full object-cover" />}
        <p className="px-3 pt-2 text-sm font-medium">{cut(`${title} | Lianne`, shown.title)}</p>
        <p className="px-3 pb-3 text-xs text-taupe">{cut(description, shown.description)}</p>
      </div>
    </div>
  );
}

/** How the product appears in a search result and when it is shared; empty fields follow the name and the short text. */
export function SearchSection() {
  const t = useTexts();
  const { base, form, readOnly, errors } = useEditor();
  const slug = useFormField("slug");
  const moved = base.product.status === "publish" && form.slug !== base.product.slug;
  return (
    <div className="space-y-6">
      <div className="grid gap-4 min-[56.25rem]:grid-cols-2">
        <Result lang="vi" />
        <Result lang="en" />
      </div>
      <TextPair label={t("editor.seo_title")} vi={useFormField("seo_title_vi")} en={useFormField("seo_title_en")} />
      <TextPair
        label={t("editor.seo_description")}
        rows={2}
        hint={t("editor.seo_hint")}
        vi={useFormField("seo_description_vi")}
        en={useFormField("seo_description_en")}
      />
      <TextField
        label={t("editor.slug")}
        autoComplete="off"
        disabled={readOnly}
        value={slug.value}
        error={errors.slug}
        hint={moved ? t("editor.slug_moved") : undefined}
        onChange={(event) => slug.onChange(event.target.value)}
      />
    </div>
  );
}
