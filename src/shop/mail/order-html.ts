import type { Language } from "#contract/language.ts";
import type { Mail, OrderDigest } from "./email.ts";
import { looks } from "./email-theme.ts";
import { brokenLines, html, type Markup } from "./markup.ts";
import { detailsOf, type Fact, headOf, price, sumsOf } from "./order-sums.ts";
import { common } from "./email-copy.ts";

const cell = `padding:10px 0;border-top:1px solid ${looks.line};vertical-align:top;`;
const amountCell = `${cell}padding-left:12px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;`;
const headCell = `padding:0 0 8px;font-size:12px;font-weight:600;color:${looks.taupe};text-align:left;`;

/** A piece, and beneath it what was chosen and how many: beside them a phone would leave its name no room. */
const lineRow = ({ name, option, quantity, total }: OrderDigest["lines"][number], lang: Language): Markup => html`
  <tr>
    <td style="${cell}">${name}
      <span style="display:block;font-size:14px;color:${looks.taupe};">${[...(option ? [option] : []), `${common(lang, "quantity")}: ${quantity}`].join(" · ")}</span>
    </td>
    <td style="${amountCell}">${price(total)}</td>
  </tr>`;

const sumRow = ({ label, value }: Fact, index: number, all: readonly Fact[]): Markup => {
  const weight = index === all.length - 1 ? "font-weight:600;" : "";
  const border = index === 0 || index === all.length - 1 ? "" : "border-top:0;padding-top:0;";
  return html`
  <tr>
    <th scope="row" style="${cell}${border}text-align:left;font-weight:400;${weight}">${label}</th>
    <td style="${amountCell}${border}${weight}">${value}</td>
  </tr>`;
};

/** Labels and what they name, beneath each other. */
export const factTable = (facts: readonly Fact[]): Markup => html`
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-collapse:collapse;${looks.text}">
  ${facts.map(
    ({ label, value }) => html`
  <tr>
    <td style="${cell}">
      <span style="display:block;font-size:12px;color:${looks.taupe};">${label}</span>
      ${brokenLines(value)}
    </td>
  </tr>`,
  )}
</table>`;

/** What was ordered, with its sums and where it goes. */
export function orderHtml(order: OrderDigest, { lang, values }: Mail): Markup {
  const [number = "", date = ""] = headOf(order, values.order_number ?? "", lang);
  return html`
<p style="margin:0 0 16px;font-size:14px;color:${looks.taupe};">${number}<br>${date}</p>
<table width="100%" cellpadding="0" cellspacing="0" aria-label="${common(lang, "order_summary")}" style="margin:0 0 24px;border-collapse:collapse;${looks.text}">
  <thead>
    <tr>
      <th scope="col" style="${headCell}">${common(lang, "item")}</th>
      <th scope="col" style="${headCell}padding-left:12px;text-align:right;">${common(lang, "price")}</th>
    </tr>
  </thead>
  <tbody>${order.lines.map((line) => lineRow(line, lang))}</tbody>
  <tfoot>${sumsOf(order, lang).map(sumRow)}</tfoot>
</table>
${factTable(detailsOf(order, lang))}`;
}
