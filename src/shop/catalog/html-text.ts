const block = /<(p|ul|ol)\b/i;

/**
 * HTML as WordPress renders it: text without paragraphs is wrapped in `<p>`, and a line feed is appended.
 * @param html as stored, see sanitiseHtml
 */
export function inParagraphs(html: string): string {
  if (html === "") return "";
  if (block.test(html)) return `${html}\n`;
  const paragraphs = html.split(/\n\s*\n/).map((text) => text.trim());
  return `${paragraphs.map((text) => `<p>${text.replaceAll("\n", "<br />\n")}</p>`).join("\n")}\n`;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Plain text of stored HTML, for cards and link previews. */
export const plainText = (html: string): string =>
  html
    .replace(/<(\/(p|li)|br)\b[^>]*>/gi, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
