import type vi from "#contract/texts/vi.json";
import { fillText, type Placeholders } from "#web/i18n/translate.ts";

type SizerKey = keyof (typeof vi)["ring_sizer"];

/** The sizer's texts come from its page's loader: they are not bundled. */
export type SizerTexts = Readonly<Record<string, string>>;
export type SizerWords = (key: SizerKey, values?: Placeholders) => string;

export const sizerWords =
  (texts: SizerTexts): SizerWords =>
  (key, values = {}) =>
    fillText(texts[key] ?? key, values);
