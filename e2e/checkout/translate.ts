import en from "#contract/texts/en.json" with { type: "json" };
import vi from "#contract/texts/vi.json" with { type: "json" };

export type Lang = "vi" | "en";
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** The shop's texts in a language: `t("cart.checkout")`. */
export function translatorFor(lang: Lang): Translate {
  const texts = (lang === "vi" ? vi : en) as Record<string, unknown>;
  return (key, values = {}) => {
    const text = key.split(".").reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], texts);
    if (typeof text !== "string") throw new Error(`no text ${key}`);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
