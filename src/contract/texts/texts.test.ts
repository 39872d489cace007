import { expect, test } from "vitest";
import en from "./en.json" with { type: "json" };
import vi from "./vi.json" with { type: "json" };

/** Every text by its place: `support.sections.0.title`. */
function textsOf(node: unknown, place: string, found = new Map<string, string>()): Map<string, string> {
  if (typeof node === "string") found.set(place, node);
  else if (typeof node === "object" && node !== null)
    for (const [key, part] of Object.entries(node)) textsOf(part, place ? `${place}.${key}` : key, found);
  return found;
}
const inVietnamese = textsOf(vi, "");
const inEnglish = textsOf(en, "");

/** What Vietnamese words are in an English text on purpose: the feast, and the language's own name for itself. */
const borrowed = /Tết|Tiếng Việt/g;
/** Names, figures and patterns, which are the same in both languages. */
const sameInBoth = [
  /^(meta\.(site_name|title_template|category_title|product_description)|card\.sale_badge|product\.weight_value|ring_sizer\.(ring_value|fits|measure))$/,
  /^(payment_method|fields|footer|header|nav)\.\w+$|\.(email|payment_paypal)$|^emails\.order_note\.body\.1$/,
  /^services\.\w+_rows\.|^\w+\.sections\.\d+\.id$|^support\.sections\.\d+\.blocks\.\d+\.heading$/,
];
const placeholders = (text: string | undefined): string[] => [...new Set(text?.match(/\{\w+\}/g))].sort();

test("every text is there in both languages, with the same things to fill in", () => {
  expect([...inEnglish.keys()].sort()).toEqual([...inVietnamese.keys()].sort());
  for (const [place, text] of inVietnamese) {
    expect(text.trim(), place).not.toBe("");
    expect(inEnglish.get(place)?.trim(), place).not.toBe("");
    expect(placeholders(inEnglish.get(place)), place).toEqual(placeholders(text));
  }
});

test("no text stands in the other language's place", () => {
  const vietnamese = /[ăâđêôơư\u1ea0-\u1ef9]/i;
  const leftOver = [...inEnglish].filter(([, text]) => vietnamese.test(text.replaceAll(borrowed, "")));
  expect(leftOver).toEqual([]);
  const copied = [...inEnglish].filter(
    ([place, text]) => text === inVietnamese.get(place) && !sameInBoth.some((pattern) => pattern.test(place)),
  );
  expect(copied).toEqual([]);
});
