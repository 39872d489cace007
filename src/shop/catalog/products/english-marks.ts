import type { Translated } from "#contract/language.ts";
import { type TranslatedText, translatedTexts } from "#contract/woo/product.ts";

/** An English text that is older than the Vietnamese one, with the time of its change in ISO, or one that is right as it is. */
type EnglishMark = { state: "outdated"; since: string } | { state: "confirmed" };
export type EnglishMarks = Partial<Record<TranslatedText, EnglishMark>>;

type MarkedTexts = Record<TranslatedText, Translated>;

/** Whether an English text is missing: empty, or the same as the Vietnamese one, as untranslated texts are stored. */
const isUntranslated = ({ vi, en }: Translated): boolean => en === "" || en === vi;

function markAfter(
  mark: EnglishMark | undefined,
  { before, after, now }: { before: Translated; after: Translated; now: Date },
): EnglishMark | undefined {
  if (after.en !== before.en || after.en === "") return undefined;
  if (after.vi === before.vi) return mark;
  return { state: "outdated", since: mark?.state === "outdated" ? mark.since : now.toISOString() };
}

/**
 * The marks after a write: a Vietnamese text that changes makes its English text outdated, until that changes too or is confirmed.
 */
export function englishMarksAfter(
  marks: EnglishMarks | undefined,
  {
    before,
    after,
    confirmed,
    now,
  }: { before: MarkedTexts; after: MarkedTexts; confirmed: readonly TranslatedText[]; now: Date },
): EnglishMarks {
  const entries = translatedTexts.map((field): [TranslatedText, EnglishMark | undefined] => [
    field,
    confirmed.includes(field)
      ? { state: "confirmed" }
      : markAfter(marks?.[field], { before: before[field], after: after[field], now }),
  ]);
  return Object.fromEntries(entries.filter(([, mark]) => mark !== undefined));
}

/** What the English texts of a product lack: `missing`, or the time since which they are older than the Vietnamese ones. */
export function englishLacks(texts: MarkedTexts, marks: EnglishMarks = {}): Partial<Record<TranslatedText, string>> {
  const entries = translatedTexts.flatMap((field): [TranslatedText, string][] => {
    const mark = marks[field];
    if (mark?.state === "confirmed") return [];
    if (mark?.state === "outdated") return [[field, mark.since]];
    return texts[field].vi !== "" && isUntranslated(texts[field]) ? [[field, "missing"]] : [];
  });
  return Object.fromEntries(entries);
}
