/** HTML that may stand as it is. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Markup | readonly Part[];

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const textOf = (part: Part): string => {
  if (part instanceof Markup) return part.text;
  return typeof part === "string" ? escaped(part) : part.map(textOf).join("");
};

/** HTML from a template: every value is escaped, but for markup made the same way. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.map((text, index) => text + (index < parts.length ? textOf(parts[index] ?? "") : "")).join(""));

/** Lines of a text, a break between them. */
export const brokenLines = (text: string): Markup => new Markup(escaped(text).replaceAll("\n", "<br>"));
