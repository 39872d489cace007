import { type ClipboardEvent, useId, useState } from "react";
import { Button } from "#design/button.tsx";
import { Badge } from "#design/badge.tsx";
import { classes } from "#design/class-names.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useEditor } from "./editor-context.ts";
import { fromHtml, parseInline, parseMarkup } from "./markup.ts";

/** Items of a text have no identity but their place. */
const numbered = <Item,>(items: readonly Item[]) => items.map((item, index) => ({ key: String(index), item }));

const Line = ({ text }: { text: string }) =>
  numbered(parseInline(text)).map(({ key, item: { style, text: part } }) => {
    if (style === "strong") return <strong key={key}>{part}</strong>;
    return style === "em" ? <em key={key}>{part}</em> : <span key={key}>{part}</span>;
  });

/** A text as the shop shows it. */
export function MarkupPreview({ text }: { text: string }) {
  return (
    <div className="space-y-3 rounded-xs border border-line bg-ivory p-3.5 text-sm leading-relaxed">
      {numbered(parseMarkup(text)).map(({ key, item: { kind, lines } }) => {
        if (kind === "p")
          return (
            <p key={key}>
              {numbered(lines).map((line) => (
                <span key={line.key} className="block">
                  <Line text={line.item} />
                </span>
              ))}
            </p>
          );
        const List = kind;
        return (
          <List key={key} className={classes("pl-5", kind === "ul" ? "list-disc" : "list-decimal")}>
            {numbered(lines).map((line) => (
              <li key={line.key}>
                <Line text={line.item} />
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

/** Replaces the selection by the markup of copied HTML. */
function pasteMarkup(event: ClipboardEvent<HTMLTextAreaElement>, onChange: (text: string) => void): void {
  const html = event.clipboardData.getData("text/html");
  if (!html) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  onChange(value.slice(0, selectionStart) + fromHtml(html) + value.slice(selectionEnd));
}

interface TextInputProps {
  label: string;
  lang: "vi" | "en";
  value: string;
  onChange: (text: string) => void;
  /** number of lines; one is a single-line field */
  rows: number;
  markup: boolean;
  warn: boolean;
  disabled: boolean;
}

const control =
  "w-full rounded-xs border bg-white px-3.5 text-base text-ink placeholder:text-taupe/80 disabled:bg-sand disabled:text-taupe";

function TextInput({ label, lang, value, onChange, rows, markup, warn, disabled }: TextInputProps) {
  const id = useId();
  const look = classes(control, warn ? "border-warning" : "border-edge hover:border-ink");
  const shared = { id, lang, value, disabled, spellCheck: lang === "en", autoComplete: "off" } as const;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs text-taupe">
        {label}
      </label>
      {rows === 1 ? (
        <input {...shared} onChange={(event) => onChange(event.target.value)} className={classes(look, "h-12")} />
      ) : (
        <textarea
          {...shared}
          rows={rows}
          onChange={(event) => onChange(event.target.value)}
          onPaste={markup ? (event) => pasteMarkup(event, onChange) : undefined}
          className={classes(look, "field-sizing-content min-h-24 py-3")}
        />
      )}
    </div>
  );
}

interface TextPairProps {
  label: string;
  vi: { value: string; onChange: (text: string) => void };
  en: { value: string; onChange: (text: string) => void };
  /** the product's text, whose marks are shown */
  field?: "name" | "short_description" | "description";
  rows?: number;
  markup?: boolean;
  hint?: string;
}

/** The mark of an English text that is missing or older than the Vietnamese one, with what can be done about it. */
function EnglishMark({ field, vi, en }: Required<Pick<TextPairProps, "field">> & Pick<TextPairProps, "vi" | "en">) {
  const t = useTexts();
  const { base, baseForm, form, change, readOnly } = useEditor();
  const stored = { name: baseForm.name_en, short_description: baseForm.short_en, description: baseForm.description_en };
  const lacks = base.product.english_lacks[field];
  const missing =
    vi.value.trim() !== "" && (en.value.trim() === "" || (lacks === "missing" && en.value === stored[field]));
  const outdated = lacks !== undefined && lacks !== "missing" && en.value === stored[field];
  if (form.confirmed.includes(field) || (!missing && !outdated)) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-warning">
      <Badge tone="warning">
        {missing ? t("editor.english_missing") : t("editor.vietnamese_changed", { time: formatTime(t, lacks ?? "") })}
      </Badge>
      {!readOnly && (
        <>
          {en.value === "" && (
            <Button look="quiet" onClick={() => en.onChange(vi.value)}>
              {t("editor.copy_vietnamese")}
            </Button>
          )}
          <Button look="quiet" onClick={() => change({ confirmed: [...form.confirmed, field] })}>
            {t("editor.english_fine")}
          </Button>
        </>
      )}
    </p>
  );
}

/** One text in both languages: side by side from 900 px, below each other on smaller screens. */
export function TextPair({ label, vi, en, field, rows = 1, markup = false, hint }: TextPairProps) {
  const t = useTexts();
  const { readOnly } = useEditor();
  const [preview, setPreview] = useState(false);
  const input = { rows, markup, disabled: readOnly };
  return (
    <fieldset className="min-w-0">
      <legend className="flex w-full items-center justify-between text-sm font-medium">
        {label}
        {markup && (
          <Button look="quiet" aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {t(preview ? "editor.write" : "editor.preview")}
          </Button>
        )}
      </legend>
      <div className="mt-1 grid gap-3 min-[56.25rem]:grid-cols-2">
        {preview ? (
          <>
            <MarkupPreview text={vi.value} />
            <MarkupPreview text={en.value} />
          </>
        ) : (
          <>
            <TextInput {...input} {...vi} lang="vi" label={t("editor.vietnamese")} warn={false} />
            <div>
              <TextInput {...input} {...en} lang="en" label={t("editor.english")} warn={false} />
              {field && <EnglishMark field={field} vi={vi} en={en} />}
            </div>
          </>
        )}
      </div>
      {hint && <p className="mt-1 text-xs text-taupe">{hint}</p>}
    </fieldset>
  );
}
