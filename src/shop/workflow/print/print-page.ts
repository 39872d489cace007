import { renderSVG } from "uqr";
import type { PrintKind, PrintSize } from "#contract/backoffice/order-rules.ts";
import type { Language } from "#contract/language.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { html, Markup, withLineBreaks } from "#shop/mail/index.ts";
import type { PrintedOrder } from "./print-order.ts";

const paper: Record<PrintSize, { page: string; width: string; font: string }> = {
  a6: { page: "105mm 148mm", width: "93mm", font: "10pt" },
  "80mm": { page: "80mm 297mm", width: "72mm", font: "9.5pt" },
  a5: { page: "A5", width: "128mm", font: "10.5pt" },
  a4: { page: "A4", width: "180mm", font: "11pt" },
};

const styles = (size: PrintSize): Markup => {
  const { page, width, font } = paper[size];
  return new Markup(`
@page { size: ${page}; margin: ${size === "a4" ? "15mm" : size === "a5" ? "10mm" : "5mm"} }
* { box-sizing: border-box }
body { margin: 0; color: #000; background: #fff; font: ${font}/1.35 "Be Vietnam Pro", "Segoe UI", Roboto, Arial, sans-serif }
article { width: 100%; max-width: ${width}; margin: 0 auto; break-after: page }
article:last-child { break-after: auto }
@media screen { body { padding: 12px } article { margin-bottom: 24px } }
header { display: flex; justify-content: space-between; align-items: flex-start; gap: 3mm; border-bottom: 1px solid #000; padding-bottom: 2mm }
h1 { margin: 0; font-size: 1em; font-weight: 600 }
.number { font-size: 1.9em; font-weight: 700; line-height: 1.15 }
.qr { width: 22mm; height: 22mm; flex: none } .qr svg { width: 100%; height: 100%; display: block }
table { width: 100%; border-collapse: collapse; margin: 2mm 0 }
td { padding: 1.5mm 0; vertical-align: top; border-bottom: 1px solid #999 } td + td { text-align: right; white-space: nowrap; padding-left: 3mm }
.option { display: block; font-size: 1.15em; font-weight: 700 } .gift { display: block }
.totals td { border: 0; padding: .5mm 0 } .totals tr:last-child td { font-weight: 700 }
.box { border: 1px solid #000; padding: 2mm; margin: 2mm 0; overflow-wrap: anywhere } .label { display: block; font-size: .85em }
.message { font-size: 1.25em } footer { margin-top: 3mm; font-size: .85em } p { margin: 0 0 1mm }`);
};

const qr = (text: string): Markup => html`<span class="qr">${new Markup(renderSVG(text, { border: 1 }))}</span>`;

const box = (label: string, content: Markup): Markup =>
  html`<div class="box"><span class="label">${label}</span>${content}</div>`;

const lineRow = (
  { name, option, gift, quantity, total }: PrintedOrder["lines"][number],
  lang: Language,
): Markup => html`
<tr><td>${name}${option ? html`<span class="option">${option}</span>` : ""}${gift ? html`<span class="gift">+ ${t(lang, "gift.alt", { gift })}</span>` : ""}</td>
<td>${`× ${quantity}`}</td>${total === null ? "" : html`<td>${total}</td>`}</tr>`;

const totalsTable = ({ totals }: PrintedOrder): Markup | "" =>
  totals.length === 0
    ? ""
    : html`<table class="totals">${totals.map(({ label, amount }) => html`<tr><td>${label}</td><td>${amount}</td></tr>`)}</table>`;

/** The seller, as the shop's pages name it. */
const seller = (lang: Language): Markup => html`
<footer><p>${t(lang, "footer.company")}</p><p>${t(lang, "footer.tax_code")} · ${t(lang, "footer.registration")}</p>
<p>${t(lang, "footer.address")}</p><p>${t(lang, "footer.phone")} · ${t(lang, "footer.email")}</p></footer>`;

function document(order: PrintedOrder, kind: PrintKind): Markup {
  const { lang, number, placedAt, recipient, giftMessage, notes, payment, exchangeCode } = order;
  const isGift = kind === "gift";
  return html`
<article lang="${lang}">
<header><div><h1>${t(lang, `print_kinds.${kind}`)}</h1><div class="number">${number}</div>${isGift ? "" : html`<div>${placedAt}</div>`}</div>${qr(number)}</header>
${isGift || recipient.length === 0 ? "" : box(t(lang, "prints.recipient"), html`${recipient.map((line) => html`<div>${line}</div>`)}`)}
<table>${order.lines.map((line) => lineRow(line, lang))}</table>
${totalsTable(order)}
${payment ? html`<p>${t(lang, "prints.method")}: ${payment}</p>` : ""}
${giftMessage && kind !== "receipt" ? box(t(lang, "prints.gift_message"), html`<div class="message">${withLineBreaks(giftMessage)}</div>`) : ""}
${notes.map((note) => box(t(lang, "prints.note"), withLineBreaks(note)))}
${isGift ? html`<p>${t(lang, "prints.exchange", { code: exchangeCode })}</p>` : ""}
${seller(lang)}
</article>`;
}

/** One page for each order, without scripts: the back office shows it in a frame and prints it. */
export function printPage(
  orders: readonly PrintedOrder[],
  { kind, size, lang }: { kind: PrintKind; size: PrintSize; lang: Language },
): string {
  const title = `${t(lang, `print_kinds.${kind}`)} · ${orders.map(({ number }) => number).join(", ")}`;
  return html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${styles(size)}</style></head><body>
${orders.map((order) => document(order, kind))}
</body></html>`.text;
}
