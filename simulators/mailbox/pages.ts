import { type Lang, simulatorPage } from "#simulators/shared/document.ts";
import { html, Markup } from "#simulators/shared/markup.ts";
import type { Letter } from "./letters.ts";
import { style } from "./style.ts";
import { words } from "./words.ts";

const when = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Ho_Chi_Minh",
  dateStyle: "short",
  timeStyle: "medium",
});
const at = (letter: Letter): string => when.format(new Date(letter.receivedAt)).replace(",", "");

export interface View {
  lang: Lang;
  /** what is searched for, "" for all */
  to: string;
  letters: readonly Letter[];
}

const row = (letter: Letter, to: string, chosen: boolean): Markup => html`
<li><a href="/letters/${letter.id}${to && `?to=${encodeURIComponent(to)}`}"${chosen && new Markup(' aria-current="page"')}>
<strong>${letter.subject || "–"}</strong><span>${letter.to.join(", ")}</span><small>${at(letter)}</small></a></li>`;

function list({ lang, to, letters }: View, chosen?: Letter): Markup {
  const say = words[lang];
  if (letters.length === 0) return html`<p class="empty">${to ? say.noneFor : say.none}</p>`;
  return html`<ul>${letters.map((letter) => row(letter, to, letter === chosen))}</ul>`;
}

function frame(view: View, title: string, body: Markup, reading: boolean): string {
  const say = words[view.lang];
  return simulatorPage({
    lang: view.lang,
    title,
    notice: say.notice,
    style,
    head: html`<a class="brand" href="/">${say.title}</a>
<form action="/" role="search"><input type="search" name="to" value="${view.to}" aria-label="${say.search}" placeholder="${say.search}"><button>${say.find}</button></form>`,
    body: html`<main class="${reading ? "reading" : ""}">${body}</main>`,
  });
}

const side = (view: View, chosen?: Letter): Markup => html`
<div class="side"><p><a href="/${view.to && `?to=${encodeURIComponent(view.to)}`}">${words[view.lang].refresh}</a></p>${list(view, chosen)}</div>`;

/** All letters, or those to one address. */
export const listPage = (view: View): string =>
  frame(
    view,
    words[view.lang].title,
    html`${side(view)}${view.letters.length > 0 && html`<p class="empty pick">${words[view.lang].pick}</p>`}`,
    false,
  );

/** One letter: as its reader sees it, as text, and as it came. */
export function letterPage(view: View, letter: Letter): string {
  const say = words[view.lang];
  const headers = Object.entries(letter.headers).map(([name, value]) => `${name}: ${value}`);
  const body = html`${side(view, letter)}
<article>
<a class="back" href="/${view.to && `?to=${encodeURIComponent(view.to)}`}">‹ ${say.back}</a>
<h1>${letter.subject || "–"}</h1>
<dl>
<div><dt>${say.from}</dt><dd>${letter.headers.from ?? letter.from}</dd></div>
<div><dt>${say.to}</dt><dd>${letter.to.join(", ")}</dd></div>
<div><dt>${say.at}</dt><dd>${at(letter)}</dd></div>
</dl>
${letter.html && html`<iframe title="${say.letter}" src="/letters/${letter.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
<details${!letter.html && new Markup(" open")}><summary>${say.text}</summary><pre>${letter.text}</pre></details>
<details><summary>${say.headers}</summary><pre>${headers.join("\n")}</pre></details>
<p><a href="/letters/${letter.id}/source">${say.source}</a></p>
</article>`;
  return frame(view, letter.subject, body, true);
}

export const gonePage = (view: View): string =>
  frame(view, words[view.lang].title, html`${side(view)}<p class="empty">${words[view.lang].gone}</p>`, false);

/** The letter itself, for a frame without scripts; its links open pages of their own. */
export const framed = (letter: Letter): string => letter.html.replace(/<head>/i, '<head><base target="_blank">');
