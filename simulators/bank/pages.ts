import type { Lang } from "#simulators/shared/document.ts";
import { frame } from "#simulators/shared/frame.ts";
import { html, Markup } from "#simulators/shared/markup.ts";
import { type BankTransfer, localTime } from "./ledger.ts";
import { mangles } from "./mangle.ts";
import type { ScannedQr } from "./qr.ts";
import { texts } from "./texts.ts";

/** What the form is filled with. */
export type Draft = Partial<Omit<ScannedQr, "bin">>;

const shownRows = 30;
const brand = new Markup("NGÂN HÀNG");
const money = (amount: number): string => `${amount.toLocaleString("vi-VN")} ₫`;
const select = `style="display:block;width:100%;min-height:2.9rem;margin-top:.3rem;font:inherit"`;

const payForm = (lang: Lang, { account, amount, content }: Draft): Markup => {
  const t = texts[lang];
  return html`<h2>${t.form}</h2><form method="post" action="/pay" class="stack">
<label>${t.account}<input name="account" required value="${account}"></label>
<label>${t.amount}<input name="amount" inputmode="numeric" required value="${amount ?? ""}"></label>
<label>${t.content}<input name="content" value="${content}"></label>
<label>${t.payer}<select name="mangle" ${new Markup(select)}>${mangles.map((how) => html`<option>${how}</option>`)}</select></label>
<button class="main" name="how" value="pay">${t.pay}</button>
<button name="how" value="half">${t.half}</button>
<button name="how" value="twice">${t.twice}</button>
<button name="how" value="more">${t.more}</button></form>`;
};

const row = ({ direction, amount, content, at, responses }: BankTransfer): Markup =>
  html`<div><dt>${localTime(at)}<br>${content}</dt><dd>${direction === "in" ? "+" : "−"}${money(amount)}<br>${responses.length > 0 ? "→" : "…"}</dd></div>`;

/** The bank's page: read a code or fill in a transfer, pay it, and see the ledger. */
export function bankPage(
  lang: Lang,
  { rows, draft, message, done }: { rows: readonly BankTransfer[]; draft: Draft; message: string; done: boolean },
): string {
  const t = texts[lang];
  const reader = html`${message && html`<p class="alert" role="alert">${message}</p>`}${done && html`<p role="status">${t.done}</p>`}
<form method="get" action="/"><label>${t.paste}<input name="qr" required></label><button>${t.read}</button></form>
${payForm(lang, draft)}`;
  const list = rows.toReversed().slice(0, shownRows).map(row);
  const ledger = html`<h2>${t.ledger}</h2>${rows.length === 0 ? html`<p>${t.empty}</p>` : html`<dl>${list}</dl>`}`;
  return frame({ lang, title: t.title, brand, accent: "#0b6b3a", notice: t.simulator }, [reader, ledger]);
}
