import type { Language, Translated } from "#contract/language.ts";
import { json, type Sql, sql } from "#shop/kernel/db/database.ts";
import { sameText, mergeText } from "../merge-translations.ts";

type Names = { name?: string | undefined; description?: string | undefined };

/** The texts of a tag, a term or an attribute in a merchant's write. */
export interface ShelfWrite {
  body: Names & { translations?: { vi?: Names | undefined; en?: Names | undefined } | undefined };
  lang: Language;
}

/** One text after a write. @param stored null if the row is about to be created */
export const shelfText = (stored: Translated | null, field: keyof Names, { body, lang }: ShelfWrite): Translated =>
  mergeText(stored, {
    lang,
    text: body[field],
    translations: { vi: body.translations?.vi?.[field], en: body.translations?.en?.[field] },
  });

/** The value to set, undefined if the text is unchanged. */
export const newText = (before: Translated, after: Translated): Sql | undefined =>
  sameText(before, after) ? undefined : sql`${json(after)}::jsonb`;
