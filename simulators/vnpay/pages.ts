import { frame } from "#simulators/shared/frame.ts";
import { html, Markup } from "#simulators/shared/markup.ts";
import { type Card, cards } from "./cards.ts";
import type { Transaction } from "./transactions.ts";
import { errors, type Locale, outcomes, texts } from "./texts.ts";

const brand = new Markup(`<span style="color:#d5232a">VN</span>PAY<sup style="color:#d5232a;font-size:.5em">QR</sup>`);
const blue = "#005baa";

const framed = (locale: Locale, sections: readonly Markup[]): string =>
  frame(
    {
      lang: locale === "en" ? "en" : "vi",
      title: texts[locale].title,
      brand,
      accent: blue,
      notice: texts[locale].simulator,
    },
    sections,
  );

const money = (amount: number): string => `${amount.toLocaleString("vi-VN")} VND`;

const clockTime = (at: Date): string =>
  at.toLocaleTimeString("vi-VN", { timeZone: "Asia/Ho_Chi_Minh", hour: "2-digit", minute: "2-digit" });

const summary = ({ amount, orderInfo, reference, expiresAt, locale }: Transaction): Markup => {
  const t = texts[locale];
  return html`<h2>${t.amount}</h2>
<p class="amount">${money(amount)}</p>
<dl><div><dt>${t.order}</dt><dd>${orderInfo}</dd></div>
<div><dt>${t.reference}</dt><dd>${reference}</dd></div>
<div><dt>${t.until}</dt><dd>${clockTime(expiresAt)}</dd></div></dl>`;
};

const token = (value: string): Markup => html`<input type="hidden" name="token" value="${value}">`;

const cardButton = (card: Card, { locale }: Transaction, chosen: boolean): Markup =>
  html`<button name="card" value="${card.id}"${chosen && new Markup(' class="chosen" aria-pressed="true"')}>
<strong>${card.type === "ATM" ? card.bank : card.type}: ${card.label[locale]}</strong><span>${card.number}</span></button>`;

/** The number of cards that are shown first; the others are behind a link. */
const shownAtOnce = 6;

const cardButtons = (some: readonly Card[], transaction: Transaction, chosen: Card | undefined): Markup =>
  // the fragment: on a phone the details are far below
  html`<form method="get" action="/paymentv2/Transaction/PaymentMethod.html#details">${token(transaction.token)}
<div class="cards">${some.map((card) => cardButton(card, transaction, card === chosen))}</div></form>`;

const cardForm = (transaction: Transaction, chosen: Card | undefined, wrong: boolean): Markup => {
  const t = texts[transaction.locale];
  return html`<form id="details" method="post" action="/paymentv2/Transaction/PaymentMethod.html" autocomplete="off">
${token(transaction.token)}
${wrong && html`<p class="alert" role="alert">${t.wrongCard}</p>`}
<label>${t.number}<input name="card_number" inputmode="numeric" required value="${chosen?.number}"></label>
<label>${t.holder}<input name="card_holder" autocapitalize="characters" required value="${chosen?.holder}"></label>
<div class="two"><label>${t.date}<input name="card_date" placeholder="MM/YY" required value="${chosen?.date}"></label>
<label>${t.cvc}<input name="card_cvc" inputmode="numeric" value="${chosen?.cvc}"></label></div>
<button class="main" type="submit">${t.pay} ${money(transaction.amount)}</button></form>`;
};

const outcomeForm = (transaction: Transaction, buttons: Markup | readonly Markup[]): Markup =>
  html`<form method="post" action="/paymentv2/Transaction/Outcome.html">${token(transaction.token)}
<div class="stack">${buttons}</div></form>`;

/** The payment page: select or enter a card, or select an outcome directly. */
export function methodPage(transaction: Transaction, chosen: Card | undefined, wrong: boolean): string {
  const { locale } = transaction;
  const t = texts[locale];
  const others = Object.entries(outcomes).map(
    ([code, label]) => html`<button name="outcome" value="${code}">${label[locale]}</button>`,
  );
  return framed(locale, [
    summary(transaction),
    html`<h1>${t.payByCard}</h1>
<h2>${t.testCards}</h2>
${cardButtons(cards.slice(0, shownAtOnce), transaction, chosen)}
<details${chosen && cards.indexOf(chosen) >= shownAtOnce && new Markup(" open")}><summary>${t.moreCards}</summary>
${cardButtons(cards.slice(shownAtOnce), transaction, chosen)}</details>
${cardForm(transaction, chosen, wrong)}
${outcomeForm(transaction, [
  html`<button name="outcome" value="qr">${t.qr}</button>`,
  html`<button name="outcome" value="24">${t.cancel}</button>`,
])}
<details><summary>${t.more}</summary>${outcomeForm(transaction, others)}</details>`,
  ]);
}

/** The page of the bank's one-time password. */
export function otpPage(transaction: Transaction, card: Card): string {
  const t = texts[transaction.locale];
  return framed(transaction.locale, [
    summary(transaction),
    html`<h1>${t.otpTitle}</h1>
<p class="hint">${card.bank} ${card.number}<br>${t.otpHint} <strong>${card.otp}</strong></p>
<form method="post" action="/paymentv2/Transaction/Otp.html" autocomplete="off">${token(transaction.token)}
<label>${t.otp}<input name="otp" autofocus required></label>
<button class="main" type="submit">${t.confirm}</button></form>
${outcomeForm(transaction, html`<button name="outcome" value="24">${t.cancel}</button>`)}`,
  ]);
}

const message = (title: { vn: string; en: string }, text: { vn: string; en: string }, code?: string): string =>
  framed("vn", [
    html`<h1>${title.vn}</h1><p>${text.vn}</p><h1 lang="en">${title.en}</h1><p lang="en">${text.en}</p>
${code && html`<p class="hint">${texts.vn.errorCode} / ${texts.en.errorCode}: <strong>${code}</strong></p>`}`,
  ]);

/** In both languages, since the payment URL, which has the language, may be forged. */
export const errorPage = (code: string): string =>
  message(
    { vn: texts.vn.errorTitle, en: texts.en.errorTitle },
    errors[code] ?? { vn: "Lỗi không xác định.", en: "Unknown error." },
    code,
  );

export const gonePage = (): string =>
  message({ vn: texts.vn.errorTitle, en: texts.en.errorTitle }, { vn: texts.vn.notFound, en: texts.en.notFound });
