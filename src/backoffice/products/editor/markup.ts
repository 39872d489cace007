/** A block of a text: a paragraph or a list; its lines have inline markup, `**bold**` and `_slant_`. */
export interface Block {
  kind: "p" | "ul" | "ol";
  lines: string[];
}

const kinds: [Block["kind"], RegExp][] = [
  ["ul", /^[-•*] +/],
  ["ol", /^\d{1,3}[.)] +/],
];

/** Lightweight markup: an empty line separates paragraphs, `- ` and `1. ` begin a line of a list. */
export function parseMarkup(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  const add = (kind: Block["kind"], line: string) => {
    if (open?.kind === kind) open.lines.push(line);
    else {
      open = { kind, lines: [line] };
      blocks.push(open);
    }
  };
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const [kind = "p", mark] = kinds.find(([, pattern]) => pattern.test(line)) ?? [];
    if (line === "") open = undefined;
    else add(kind, mark ? line.replace(mark, "") : line);
  }
  return blocks;
}

/** A part of a line. */
export interface Inline {
  style: "plain" | "strong" | "em";
  text: string;
}

export function parseInline(line: string): Inline[] {
  const parts = line.split(/(\*\*[^*]+\*\*|(?<![\p{L}\d])_[^_]+_(?![\p{L}\d]))/u).filter(Boolean);
  return parts.map((part) => {
    if (part.startsWith("**") && part.endsWith("**") && part.length > 4)
      return { style: "strong", text: part.slice(2, -2) };
    if (part.startsWith("_") && part.endsWith("_") && part.length > 2) return { style: "em", text: part.slice(1, -1) };
    return { style: "plain", text: part };
  });
}

const escaped: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (character) => escaped[character] ?? character);

const inlineHtml = (line: string): string =>
  parseInline(line)
    .map(({ style, text }) => (style === "plain" ? escapeHtml(text) : `<${style}>${escapeHtml(text)}</${style}>`))
    .join("");

/** The HTML of a text; the server sanitises it again. @param bare one paragraph has no `<p>`, as short descriptions are stored */
export function toHtml(text: string, bare = false): string {
  const blocks = parseMarkup(text);
  const [only] = blocks;
  if (bare && blocks.length === 1 && only?.kind === "p") return only.lines.map(inlineHtml).join("<br />");
  return blocks
    .map(({ kind, lines }) =>
      kind === "p"
        ? `<p>${lines.map(inlineHtml).join("<br />")}</p>`
        : `<${kind}>${lines.map((line) => `<li>${inlineHtml(line)}</li>`).join("")}</${kind}>`,
    )
    .join("");
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const decode = (text: string): string =>
  text.replace(/&(#\d{1,6}|#x[\da-f]{1,5}|\w{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

const token = /<!--[\s\S]*?-->|<(script|style|head|title)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][a-z0-9]*)\b[^>]*>|[^<]+|</gi;
const marks: Record<string, string> = { b: "**", strong: "**", i: "_", em: "_" };
const breaking = /^(p|div|h[1-6]|section|article|table|tr|blockquote|ul|ol)$/;

/**
 * The markup of HTML: of a stored text, or of what was copied from another program. All other elements leave their text.
 * A tokenizer of our own: the browser's parser is a sink of scripts, which the policy of the pages forbids.
 */
export function fromHtml(html: string): string {
  const lists: { ordered: boolean; count: number }[] = [];
  let text = "";
  const breakLine = (lines: number) => {
    const [end = ""] = /[ \n]*$/.exec(text) ?? [];
    text = `${text.slice(0, text.length - end.length)}${"\n".repeat(Math.max(lines, end.split("\n").length - 1))}`;
  };
  for (const [whole, , closing, name = ""] of html.matchAll(token)) {
    const tag = name.toLowerCase();
    if (!tag) {
      if (!/^<(!--|script|style|head|title)/i.test(whole)) text += decode(whole).replace(/[ \t\r\n\u00a0]+/g, " ");
    } else if (tag === "br") breakLine(1);
    else if (marks[tag]) text += marks[tag];
    else if (tag === "li" && !closing) {
      const list = lists.at(-1);
      if (list) list.count++;
      breakLine(1);
      text += list?.ordered ? `${list.count}. ` : "- ";
    } else if (breaking.test(tag)) {
      if (tag === "ul" || tag === "ol") closing ? lists.pop() : lists.push({ ordered: tag === "ol", count: 0 });
      if (lists.length === 0 || tag === "ul" || tag === "ol") breakLine(2);
    }
  }
  return text
    .replace(/\*\*\s*\*\*|(?<![\p{L}\d_])__(?![\p{L}\d_])/gu, "")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
