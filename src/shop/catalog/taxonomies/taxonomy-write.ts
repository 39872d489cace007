import type { Language, Translated } from "#contract/language.ts";
import { json, type Sql, sql } from "#shop/kernel/db/database.ts";
import { sameText, mergeText } from "../merge-translations.ts";

type TermTexts = { name?: string | undefined; description?: string | undefined };

/** The texts of a tag, a term or an attribute in a merchant's write. */
export interface TermWrite {
  body: TermTexts & { translations?: { vi?: TermTexts | undefined; en?: TermTexts | undefined } | undefined };
  lang: Language;
}

/** One text after a write. @param stored null if the row is about to be created */
export const mergeTermText = (
  stored: Translated | null,
  field: keyof TermTexts,
  { body, lang }: TermWrite,
): Translated =>
  mergeText(stored, {
    lang,
    text: body[field],
    translations: { vi: body.translations?.vi?.[field], en: body.translations?.en?.[field] },
  });

/** The value to set, undefined if the text is unchanged. */
export const newText = (before: Translated, after: Translated): Sql | undefined =>
  sameText(before, after) ? undefined : sql`${json(after)}::jsonb`;
