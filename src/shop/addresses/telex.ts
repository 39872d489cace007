/* Text typed with an input method that was off, "phuowng tan sown", has the Telex keys in place of diacritics. */

const vowelPairs: Record<string, string> = { aa: "â", aw: "ă", ee: "ê", oo: "ô", ow: "ơ", uw: "ư", dd: "đ" };
const toneMarks: Record<string, string> = { s: "\u0301", f: "\u0300", r: "\u0309", x: "\u0303", j: "\u0323" };

const initials = /^(?:ngh|ng|nh|gh|gi|kh|ph|qu|th|tr|ch|dd|[bcdghklmnpqrstvx])?/;

/** Adds a tone mark to the last vowel with a quality mark, else to the last but one, else to the last. Its place does not matter. */
function withTone(word: string, mark: string): string {
  const index = Math.max(word.search(/[âăêôơư]/), word.search(/[aeiouy]/));
  return index < 0 ? word : `${word.slice(0, index + 1)}${mark}${word.slice(index + 1)}`.normalize("NFC");
}

/** The Vietnamese word behind Telex keys, "nawngx" → "nẵng"; null for a word without such keys. @param word lower case */
export function decodeTelex(word: string): string | null {
  if (!/^[a-z]+$/.test(word)) return null;
  const start = initials.exec(word)?.[0] ?? "";
  const rest = word.slice(start.length);
  const tone = /[sfrxj]/.exec(rest)?.[0];
  const spelled = rest
    .replace(/[sfrxj]/, "")
    .replace(/uow|uwow?/, "ươ")
    .replace(/aa|aw|ee|oo|ow|uw/, (pair) => vowelPairs[pair] ?? pair)
    .replace(/([aou])([a-z]*)w$/, (_, vowel: string, end: string) => `${vowelPairs[`${vowel}w`]}${end}`)
    .replace(/([aeo])([a-z]+)\1$/, (_, vowel: string, end: string) => `${vowelPairs[vowel + vowel]}${end}`);
  const ending = start === "d" && spelled.endsWith("d") ? spelled.slice(0, -1) : spelled;
  const begin = start === "dd" || ending !== spelled ? "đ" : start;
  const decoded = begin + (tone ? withTone(ending, toneMarks[tone] ?? "") : ending);
  return decoded === word ? null : decoded;
}
