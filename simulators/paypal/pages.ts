import { frame } from "#simulators/shared/frame.ts";
import { html, Markup } from "#simulators/shared/markup.ts";
import type { Order } from "./store.ts";

const vi = {
  simulator: "Trang mô phỏng PayPal: không có tiền thật nào được chuyển.",
  title: "Thanh toán bằng PayPal (mô phỏng)",
  pay: "Thanh toán cho",
  amount: "Số tiền",
  invoice: "Hóa đơn",
  about: "Nội dung",
  buyer: "Tài khoản thử nghiệm",
  approve: "Đồng ý thanh toán",
  decline: "Đồng ý, nhưng thẻ sẽ bị từ chối",
  review: "Đồng ý, PayPal giữ lại để kiểm tra",
  cancel: "Hủy và quay lại cửa hàng",
  more: "Các kết quả khác",
  notFoundTitle: "Không tìm thấy đơn thanh toán",
  gone: "Liên kết này không còn hiệu lực.",
};

const en: typeof vi = {
  simulator: "PayPal simulator: no real money moves here.",
  title: "Pay with PayPal (simulator)",
  pay: "Pay",
  amount: "Amount",
  invoice: "Invoice",
  about: "Description",
  buyer: "Test account",
  approve: "Approve payment",
  decline: "Approve, but the card will be declined",
  review: "Approve, and PayPal holds it for review",
  cancel: "Cancel and return to the shop",
  more: "Other outcomes",
  notFoundTitle: "There is no such payment",
  gone: "This link is not good any more.",
};

const brand = new Markup(`<i>Pay<span style="color:#0070ba">Pal</span></i>`);

const framed = (lang: "vi" | "en", sections: readonly Markup[]): string => {
  const t = lang === "vi" ? vi : en;
  return frame({ lang, title: t.title, brand, accent: "#003087", notice: t.simulator }, sections);
};

const row = (name: string, value: string | undefined): Markup | undefined =>
  value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : undefined;

/** The page on which the shopper approves or cancels. */
export function approvalPage(order: Order): string {
  const lang = order.locale.startsWith("vi") ? "vi" : "en";
  const t = lang === "vi" ? vi : en;
  const { amount, description, invoice_id: invoice } = order.unit;
  const sum = `${amount.currency_code === "USD" ? "$" : ""}${amount.value} ${amount.currency_code}`;
  const button = (choice: string, text: string, main = false) =>
    html`<button name="choice" value="${choice}"${main && new Markup(' class="main"')}>${text}</button>`;
  const form = (inside: Markup) => html`<form method="post" action="/checkoutnow">
<input type="hidden" name="token" value="${order.id}"><div class="stack">${inside}</div></form>`;
  return framed(lang, [
    html`<h2>${t.amount}</h2><p class="amount">${sum}</p>
<dl>${row(t.about, description)}${row(t.invoice, invoice)}</dl>`,
    html`<h1>${t.pay} ${order.brand}</h1>
<p class="hint">${t.buyer}: buyer@example.com</p>
${form(html`${button("approve", `${t.approve} ${sum}`, true)}${button("cancel", t.cancel)}`)}
<details><summary>${t.more}</summary>
${form(html`${button("decline", t.decline)}${button("review", t.review)}`)}</details>`,
  ]);
}

export const gonePage = (): string =>
  framed("vi", [
    html`<h1>${vi.notFoundTitle}</h1><p>${vi.gone}</p><h1 lang="en">${en.notFoundTitle}</h1><p lang="en">${en.gone}</p>`,
  ]);
