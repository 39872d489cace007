import { createRequire } from "node:module";
import type sanitize from "sanitize-html";

const require = createRequire(import.meta.url);
/** Large, and needed only for merchants' writes: loaded with the first of them. */
const loadSanitizer = () => require("sanitize-html") as typeof sanitize;

const allowed: sanitize.IOptions = {
  allowedTags: ["p", "ul", "ol", "li", "strong", "em", "br"],
  allowedAttributes: {},
  // what merchants' editors write for the same thing
  transformTags: { b: "strong", i: "em", div: "p" },
};

/** Product HTML as it may be stored: paragraphs, lists, emphasis and line breaks, without any attribute. */
export const sanitiseHtml = (html: string): string => loadSanitizer()(html, allowed).trim();
