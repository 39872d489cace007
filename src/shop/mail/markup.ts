/** HTML that needs no escaping. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type MarkupValue = string | Markup | readonly MarkupValue[];

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const textOf = (value: MarkupValue): string => {
  if (value instanceof Markup) return value.text;
  return typeof value === "string" ? escapeHtml(value) : value.map(textOf).join("");
};

/** HTML from a template: every value is escaped, except for Markup. */
export const html = (strings: TemplateStringsArray, ...values: MarkupValue[]): Markup =>
  new Markup(strings.map((text, index) => text + (index < values.length ? textOf(values[index] ?? "") : "")).join(""));

/** Text with its line feeds as `<br>`. */
export const withLineBreaks = (text: string): Markup => new Markup(escapeHtml(text).replaceAll("\n", "<br>"));
