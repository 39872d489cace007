import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import backOfficeEn from "./backoffice.en.json" with { type: "json" };
import backOfficeVi from "./backoffice.vi.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import staffEn from "./staff.en.json" with { type: "json" };
import staffVi from "./staff.vi.json" with { type: "json" };
import vi from "./vi.json" with { type: "json" };

/** All texts by path: `support.sections.0.title`. */
function textsOf(node: unknown, path: string, texts = new Map<string, string>()): Map<string, string> {
  if (typeof node === "string") texts.set(path, node);
  else if (typeof node === "object" && node !== null)
    for (const [key, part] of Object.entries(node)) textsOf(part, path ? `${path}.${key}` : key, texts);
  return texts;
}
const inVietnamese = textsOf(backOfficeVi, "backoffice", textsOf(staffVi, "", textsOf(vi, "")));
const inEnglish = textsOf(backOfficeEn, "backoffice", textsOf(staffEn, "", textsOf(en, "")));

/** Vietnamese words that English texts contain on purpose: the holiday, the currency, and the language's own name. */
const loanwords = /Tết|Tiếng Việt|đồng/g;
/** Names, numbers and patterns that are identical in both languages. */
const sameInBoth = [
  /^(meta\.(site_name|title_template|category_title|product_description)|card\.sale_badge|product\.weight_value|ring_sizer\.(ring_value|fits|measure))$/,
  /^(payment_method|fields|footer|header|nav)\.\w+$|\.(email|payment_paypal)$|^emails\.order_note\.body\.1$/,
  /^backoffice\.(orders\.page_of|payment_names\.\w+|matched\.sku|specs\.carat|pack\.to)$/,
  /^services\.\w+_rows\.|^\w+\.sections\.\d+\.id$|^support\.sections\.\d+\.blocks\.\d+\.heading$/,
];
const placeholders = (text: string | undefined): string[] => [...new Set(text?.match(/\{\w+\}/g))].sort();

test("every text exists in both languages with the same placeholders", () => {
  expect([...inEnglish.keys()].sort()).toEqual([...inVietnamese.keys()].sort());
  for (const [path, text] of inVietnamese) {
    expect(text.trim(), path).not.toBe("");
    expect(inEnglish.get(path)?.trim(), path).not.toBe("");
    expect(placeholders(inEnglish.get(path)), path).toEqual(placeholders(text));
  }
});

test("no text is in the wrong language", () => {
  const vietnamese = /[ăâđêôơư\u1ea0-\u1ef9]/i;
  const untranslated = [...inEnglish].filter(([, text]) => vietnamese.test(text.replaceAll(loanwords, "")));
  expect(untranslated).toEqual([]);
  const identical = [...inEnglish].filter(
    ([path, text]) => text === inVietnamese.get(path) && !sameInBoth.some((pattern) => pattern.test(path)),
  );
  expect(identical).toEqual([]);
});

/** The tone mark on the second vowel, as in "xoá"; names of places and persons in tests may have it. */
const otherVowel = /(?<!q)(?:o[áàảãạéèẻẽẹ]|u[ýỳỷỹỵ])(?![\p{L}])/iu;

test("tone marks are placed as in xóa, khóa and hủy", () => {
  expect([...inVietnamese].filter(([, text]) => otherVowel.test(text))).toEqual([]);
});

test("so they are in the documents, the simulators and the screens", () => {
  const cwd = fileURLToPath(new URL("../../../", import.meta.url));
  const files = globSync(
    ["*.md", "docs/**/*.md", "{simulators,fixtures,e2e}/**/*.{ts,json}", "src/{web,backoffice,cli}/**/*.{ts,tsx}"],
    { cwd },
  );
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.filter((file) => otherVowel.test(readFileSync(join(cwd, file), "utf8").normalize("NFC")));
  expect(wrong).toEqual([]);
});

test("a number does not break from its unit", () => {
  const breaking = /[\d}] (?:(?:mm|cm|g|microns?)(?![\p{L}\d])|₫)/u;
  for (const texts of [inVietnamese, inEnglish])
    expect([...texts].filter(([path, text]) => !/^(emails|parcel_notes)\./.test(path) && breaking.test(text))).toEqual(
      [],
    );
});

test("each message is stored once", () => {
  const isMessage = (text: string) => text.split(" ").length > 3;
  // emails and articles are separate documents
  const keys = [...inEnglish.keys()].filter(
    (path) =>
      !/^emails\.|\.(sections|tips)\.|^email_change\.|^backoffice\.pack_actions\.|^order_info\.payment_cod$/.test(path),
  );
  const pathsOf = Map.groupBy(keys, (path) => `${inEnglish.get(path)} | ${inVietnamese.get(path)}`);
  const repeated = [...pathsOf].filter(([text, paths]) => paths.length > 1 && isMessage(text.split(" | ")[0] ?? ""));
  expect(repeated).toEqual([]);
});
