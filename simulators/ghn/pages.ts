import type { Lang } from "#simulators/shared/document.ts";
import { html, type Markup } from "#simulators/shared/markup.ts";
import { pageFrame } from "./page-frame.ts";
import type { Parcel } from "./parcel-store.ts";
import { nextOf, type Status, statuses } from "./statuses.ts";

const texts = {
  vi: {
    title: "Các kiện hàng",
    none: "Chưa có kiện hàng nào. Hãy đặt một đơn hàng ở cửa hàng; khi đơn được xử lý, kiện hàng sẽ hiện ở đây.",
    unknown:
      "Không có kiện hàng nào với mã này. Đơn vị vận chuyển mô phỏng chỉ biết những kiện hàng được gửi từ khi nó khởi động.",
    order: "Đơn của cửa hàng",
    to: "Người nhận",
    address: "Địa chỉ",
    cod: "Thu hộ",
    expected: "Dự kiến giao",
    content: "Nội dung",
    other: "Trạng thái khác",
    set: "Đặt",
    transfer: "Chuyển tiền thu hộ",
    weight: "Khối lượng",
  },
  en: {
    title: "Parcels",
    none: "No parcels yet. Place an order in the shop; once it is being processed, its parcel appears here.",
    unknown: "No parcel has this code. The simulated carrier has only the parcels sent since it was started.",
    order: "The shop's order",
    to: "Receiver",
    address: "Address",
    cod: "To collect",
    expected: "Expected",
    content: "Content",
    other: "Another status",
    set: "Set",
    transfer: "Pay the cash out",
    weight: "Weight",
  },
} as const;

const zone = { timeZone: "Asia/Ho_Chi_Minh", hourCycle: "h23" } as const;
const moment = new Intl.DateTimeFormat("en-GB", { ...zone, dateStyle: "short", timeStyle: "short" });
const dong = new Intl.NumberFormat("vi-VN", { style: "currency", currency: "VND" });

const nameOf = (status: string, lang: Lang): string => statuses[status as Status]?.[lang] ?? status;
const toneOf = (status: string): string =>
  status === "delivered" ? "done" : /^(cancel|lost|damage|exception|delivery_fail|ret)/.test(status) ? "bad" : "";
const textOf = (parcel: Parcel, field: string): string => String(parcel.input[field] ?? "");

const fact = (label: string, value: string): Markup => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

const move = ({ orderCode }: Parcel, action: string, text: string, main: boolean): Markup => html`
<form method="post" action="/advance">
<input type="hidden" name="order_code" value="${orderCode}"><input type="hidden" name="status" value="${action}">
<button class="${main ? "main" : ""}">${text}</button>
</form>`;

const anyStatus = ({ orderCode }: Parcel, lang: Lang): Markup => html`
<details><summary>${texts[lang].other}</summary>
<form method="post" action="/advance"><input type="hidden" name="order_code" value="${orderCode}">
<select name="status" aria-label="${texts[lang].other}">
${Object.entries(statuses).map(([status, name]) => html`<option value="${status}">${name[lang]}</option>`)}
</select><button>${texts[lang].set}</button></form></details>`;

function card(parcel: Parcel, lang: Lang): Markup {
  const t = texts[lang];
  const paysOut = parcel.collectedAt !== null && parcel.transferredAt === null;
  return html`<article>
<div class="top"><h2>${parcel.orderCode}</h2><span class="badge ${toneOf(parcel.status)}">${nameOf(parcel.status, lang)}</span></div>
<dl>${fact(t.order, parcel.clientOrderCode)}${fact(t.to, `${textOf(parcel, "to_name")}, ${textOf(parcel, "to_phone")}`)}
${fact(t.address, textOf(parcel, "to_address"))}${fact(t.cod, dong.format(parcel.cod))}
${fact(t.expected, moment.format(parcel.expectedAt))}</dl>
<ol>${parcel.log.map(({ status, at }) => html`<li>${nameOf(status, lang)} <time>${moment.format(at)}</time></li>`)}</ol>
<div class="next">${nextOf(parcel.status).map((status, index) => move(parcel, status, nameOf(status, lang), index === 0))}
${paysOut && move(parcel, "cod_transfer", t.transfer, true)}</div>
${anyStatus(parcel, lang)}
</article>`;
}

/** All parcels, the newest first, with a button for each next status. */
export const listPage = (parcels: readonly Parcel[], lang: Lang): string =>
  pageFrame(
    lang,
    `${texts[lang].title} | GHN`,
    html`<main><h1>${texts[lang].title}</h1>
${parcels.length === 0 ? html`<p class="empty">${texts[lang].none}</p>` : parcels.map((parcel) => card(parcel, lang))}</main>`,
  );

/** The tracking page of one parcel. */
export const trackingPage = (parcel: Parcel | undefined, lang: Lang): string =>
  pageFrame(
    lang,
    `${parcel?.orderCode ?? texts[lang].unknown} | GHN`,
    html`<main>${parcel ? card(parcel, lang) : html`<p class="empty">${texts[lang].unknown}</p>`}</main>`,
  );

const label = (parcel: Parcel, lang: Lang): Markup => {
  const t = texts[lang];
  return html`<section class="label">
<div class="top"><strong>GHN</strong><span>${parcel.clientOrderCode}</span></div>
<div class="code">${parcel.orderCode}</div>
<dl>${fact(t.to, textOf(parcel, "to_name"))}${fact("", textOf(parcel, "to_phone"))}${fact(t.address, textOf(parcel, "to_address"))}
${fact(t.content, textOf(parcel, "content"))}${fact(t.weight, `${textOf(parcel, "weight")} g`)}${fact(t.cod, dong.format(parcel.cod))}
${fact("", textOf(parcel, "required_note"))}</dl></section>`;
};

/** Labels to print, one below the other. */
export const labelPage = (parcels: readonly Parcel[], lang: Lang): string =>
  pageFrame(lang, "Label | GHN", html`<div>${parcels.map((parcel) => label(parcel, lang))}</div>`);
