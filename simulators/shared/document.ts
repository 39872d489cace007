import { html, Markup } from "./markup.ts";

export type Lang = "vi" | "en";

/** The reader's language, Vietnamese unless the browser prefers English. */
export const langOf = (accepted: string | undefined): Lang => (/^\s*en/i.test(accepted ?? "") ? "en" : "vi");

export interface SimulatorPage {
  lang: Lang;
  title: string;
  /** a note that this is a simulator */
  notice: string;
  /** CSS of the page, after the common one */
  style: string;
  /** heading of the page: the simulated service */
  head: Markup;
  body: Markup;
}

const shared = `
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.notice{background:#fff3d1;color:#574100;border-bottom:1px solid #ead9a2;padding:.6rem 1rem;text-align:center;font-size:.875rem}`;

/** A complete page of a simulator, with a note that it is one; search engines must not index it. */
export const simulatorPage = ({ lang, title, notice, style, head, body }: SimulatorPage): string =>
  html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(shared + style)}</style>
</head>
<body>
<div class="notice" role="note">${notice}</div>
<header><div>${head}</div></header>
${body}
</body>
</html>`.text;
