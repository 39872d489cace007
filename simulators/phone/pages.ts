import { type Lang, simulatorPage } from "#simulators/shared/document.ts";
import { html, type Markup } from "#simulators/shared/markup.ts";
import type { StoredPhoneMessage } from "./messages.ts";
import { texts } from "./texts.ts";

const when = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Ho_Chi_Minh",
  dateStyle: "short",
  timeStyle: "medium",
});

const style = `
body{background:#f4f6f9;color:#1c2733}header>div,main{max-width:34rem;margin:0 auto;padding:1rem}
h1{font-size:1.25rem;margin:0 0 .75rem}form{display:flex;gap:.5rem}
input{flex:1;min-width:0}input,button{min-height:2.9rem;padding:.5rem .75rem;border:1px solid #9aa8b7;border-radius:.4rem;font:inherit;background:#fff}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.6rem}li{background:#fff;border:1px solid #dfe5ec;border-radius:.6rem;padding:.9rem 1rem;overflow-wrap:anywhere}
li strong{display:block;font-size:1.4rem;letter-spacing:.1em}small{color:#526170}a{display:inline-block;padding:.6rem 0}`;

const row = (lang: Lang, { channel, phone, text, code, receivedAt }: StoredPhoneMessage): Markup => html`
<li><small>${texts[lang][channel]} · ${phone} · ${when.format(new Date(receivedAt)).replace(",", "")}</small><strong>${code}</strong>${text}</li>`;

/** The messages to all phones, or to one. */
export function messagesPage(lang: Lang, phone: string, messages: readonly StoredPhoneMessage[]): string {
  const t = texts[lang];
  return simulatorPage({
    ...{ lang, title: t.title, notice: t.notice, style },
    head: html`<h1>${t.title}</h1>
<form action="/" role="search"><input type="search" name="phone" value="${phone}" inputmode="tel" aria-label="${t.search}" placeholder="${t.search}"><button>${t.find}</button></form>`,
    body: html`<main><a href="/?phone=${encodeURIComponent(phone)}">${t.refresh}</a>
${messages.length === 0 ? html`<p>${t.none}</p>` : html`<ul>${messages.map((message) => row(lang, message))}</ul>`}</main>`,
  });
}
