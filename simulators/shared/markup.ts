/** Escaped HTML. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | false | null | undefined | readonly Part[];

const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function written(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(written).join("");
  if (part === false || part === null || part === undefined) return "";
  return String(part).replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}

/** Builds markup; inserted values are escaped unless they are markup themselves. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(texts.reduce((all, text, index) => all + written(parts[index - 1]) + text));
