import { useTexts } from "#backoffice/i18n/texts.ts";
import { useFormField } from "./editor-context.ts";
import { TextPair } from "./text-fields.tsx";

/** Name and texts in both languages. */
export function TextsSection() {
  const t = useTexts();
  return (
    <div className="space-y-6">
      <TextPair label={t("editor.name")} field="name" vi={useFormField("name_vi")} en={useFormField("name_en")} />
      <TextPair
        label={t("editor.short")}
        field="short_description"
        rows={2}
        markup
        vi={useFormField("short_vi")}
        en={useFormField("short_en")}
      />
      <TextPair
        label={t("editor.description")}
        field="description"
        rows={6}
        markup
        hint={t("editor.markup_hint")}
        vi={useFormField("description_vi")}
        en={useFormField("description_en")}
      />
    </div>
  );
}
