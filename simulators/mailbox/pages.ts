import { type Lang, simulatorPage } from "#simulators/shared/document.ts";
import { html, Markup } from "#simulators/shared/markup.ts";
import type { StoredEmail } from "./emails.ts";
import { style } from "./style.ts";
import { texts } from "./texts.ts";

const when = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Ho_Chi_Minh",
  dateStyle: "short",
  timeStyle: "medium",
});
const at = (email: StoredEmail): string => when.format(new Date(email.receivedAt)).replace(",", "");

export interface View {
  lang: Lang;
  /** what is searched for, "" for all */
  to: string;
  emails: readonly StoredEmail[];
}

const row = (email: StoredEmail, to: string, chosen: boolean): Markup => html`
<li><a href="/emails/${email.id}${to && `?to=${encodeURIComponent(to)}`}"${chosen && new Markup(' aria-current="page"')}>
<strong>${email.subject || "–"}</strong><span>${email.to.join(", ")}</span><small>${at(email)}</small></a></li>`;

function list({ lang, to, emails }: View, chosen?: StoredEmail): Markup {
  const t = texts[lang];
  if (emails.length === 0) return html`<p class="empty">${to ? t.noneFor : t.none}</p>`;
  return html`<ul>${emails.map((email) => row(email, to, email === chosen))}</ul>`;
}

function frame(view: View, title: string, body: Markup, reading: boolean): string {
  const t = texts[view.lang];
  return simulatorPage({
    lang: view.lang,
    title,
    notice: t.notice,
    style,
    head: html`<a class="brand" href="/">${t.title}</a>
<form action="/" role="search"><input type="search" name="to" value="${view.to}" aria-label="${t.search}" placeholder="${t.search}"><button>${t.find}</button></form>`,
    body: html`<main class="${reading ? "reading" : ""}">${body}</main>`,
  });
}

const side = (view: View, chosen?: StoredEmail): Markup => html`
<div class="side"><p><a href="/${view.to && `?to=${encodeURIComponent(view.to)}`}">${texts[view.lang].refresh}</a></p>${list(view, chosen)}</div>`;

/** All emails, or those to one address. */
export const listPage = (view: View): string =>
  frame(
    view,
    texts[view.lang].title,
    html`${side(view)}${view.emails.length > 0 && html`<p class="empty pick">${texts[view.lang].pick}</p>`}`,
    false,
  );

/** One email: rendered, as text, and as source. */
export function emailPage(view: View, email: StoredEmail): string {
  const t = texts[view.lang];
  const headers = Object.entries(email.headers).map(([name, value]) => `${name}: ${value}`);
  const body = html`${side(view, email)}
<article>
<a class="back" href="/${view.to && `?to=${encodeURIComponent(view.to)}`}">‹ ${t.back}</a>
<h1>${email.subject || "–"}</h1>
<dl>
<div><dt>${t.from}</dt><dd>${email.headers.from ?? email.from}</dd></div>
<div><dt>${t.to}</dt><dd>${email.to.join(", ")}</dd></div>
<div><dt>${t.at}</dt><dd>${at(email)}</dd></div>
</dl>
${email.html && html`<iframe title="${t.email}" src="/emails/${email.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
<details${!email.html && new Markup(" open")}><summary>${t.text}</summary><pre>${email.text}</pre></details>
<details><summary>${t.headers}</summary><pre>${headers.join("\n")}</pre></details>
<p><a href="/emails/${email.id}/source">${t.source}</a></p>
</article>`;
  return frame(view, email.subject, body, true);
}

export const gonePage = (view: View): string =>
  frame(view, texts[view.lang].title, html`${side(view)}<p class="empty">${texts[view.lang].notFound}</p>`, false);

/** The email itself, for a frame without scripts; its links open pages of their own. */
export const framed = (email: StoredEmail): string => email.html.replace(/<head>/i, '<head><base target="_blank">');
