import sanitize from "sanitize-html";

const allowed: sanitize.IOptions = {
  allowedTags: ["p", "ul", "ol", "li", "strong", "em", "br"],
  allowedAttributes: {},
  // what merchants' editors write for the same thing
  transformTags: { b: "strong", i: "em", div: "p" },
};

/** Product HTML as it may be stored: paragraphs, lists, stress and line breaks, without any attribute. */
export const sanitiseHtml = (html: string): string => sanitize(html, allowed).trim();
