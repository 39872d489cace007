import type { Language } from "#contract/language.ts";
import type vi from "#contract/texts/vi.json";
import type { SiteTexts } from "./texts.ts";

type All = typeof vi;
/** Sections that only the server uses, or that a single page gets from its loader, are not bundled. */
type NotBundled =
  | "customer_acts"
  | "emails"
  | "order_errors"
  | "order_notes"
  | "parcel_notes"
  | "payment_errors"
  | "payment_gateway"
  | "ring_sizer";
type Section = Exclude<keyof All & string, NotBundled>;
type KeysOf<S extends Section, Kind> = {
  [K in keyof All[S] & string]: All[S][K] extends Kind ? K : never;
}[keyof All[S] & string];
/** `count_one` and `count_other` are also available as `count`. */
type Counted<K extends string> = K extends `${infer Base}_other` ? Base : never;

export type TextKey = { [S in Section]: `${S}.${KeysOf<S, string> | Counted<KeysOf<S, string>>}` }[Section];
export type TextListKey = { [S in Section]: `${S}.${KeysOf<S, string[]>}` }[Section];
export type Placeholders = Readonly<Record<string, string | number>>;

export interface Translate {
  /** The text of `section.key` with its `{placeholders}` filled in; `count` also picks the form (`_one`, `_other`). */
  (key: TextKey, placeholders?: Placeholders): string;
  /** A list of texts, such as the steps of a guide. */
  list(key: TextListKey): readonly string[];
  /** The same with further texts, of lower precedence. */
  with(texts: SiteTexts): Translate;
}

/** Vietnamese has one plural form; English has another one for exactly one. */
const form = (language: Language, count: number): string => (language === "en" && count === 1 ? "_one" : "_other");

/** Fills `{placeholders}` of a text that is not in the bundle. */
export const fillText = (text: string, values: Placeholders): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));

const parts = (key: string): [section: string, name: string] => {
  const dot = key.indexOf(".");
  return [key.slice(0, dot), key.slice(dot + 1)];
};

/**
 * @param layers texts to search, the first that has the key wins; a missing key is shown as itself
 * @param always placeholders that every text may use, e.g. `usd_rate`
 */
export function translator(language: Language, layers: readonly SiteTexts[], always: Placeholders = {}): Translate {
  const lookUp = (section: string, name: string): unknown => {
    for (const layer of layers) {
      const found = layer[section]?.[name];
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const t = (key: TextKey, values: Placeholders = {}): string => {
    const [section, name] = parts(key);
    const { count } = values;
    const counted = typeof count === "number" ? lookUp(section, name + form(language, count)) : undefined;
    const text = counted ?? lookUp(section, name);
    if (typeof text !== "string") return key;
    return text.includes("{") ? fillText(text, { ...always, ...values }) : text;
  };
  t.list = (key: TextListKey): readonly string[] => {
    const found = lookUp(...parts(key));
    return Array.isArray(found) ? found.map((line) => fillText(String(line), always)) : [];
  };
  t.with = (texts: SiteTexts): Translate => translator(language, [...layers, texts], always);
  return t;
}
