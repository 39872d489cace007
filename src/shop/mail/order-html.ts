import type { Language } from "#contract/language.ts";
import { formatDong } from "#contract/money.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { Mail, OrderDigest } from "./email.ts";
import { theme } from "./email-theme.ts";
import { withLineBreaks, html, type Markup } from "./markup.ts";
import { detailRows, type Fact, headLines, totalRows } from "./order-rows.ts";
import { commonText } from "./email-copy.ts";

const cell = `padding:10px 0;border-top:1px solid ${theme.line};vertical-align:top;`;
const amountCell = `${cell}padding-left:12px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;`;
const headCell = `padding:0 0 8px;font-size:12px;font-weight:600;color:${theme.taupe};text-align:left;`;

/**
 * A line item with option and quantity below the name: in columns of their own they would leave the name no room on a
 * phone.
 */
const lineRow = ({ name, option, gift, quantity, total }: OrderDigest["lines"][number], lang: Language): Markup => html`
  <tr>
    <td style="${cell}">${name}
      <span style="display:block;font-size:14px;color:${theme.taupe};">${[...(option ? [option] : []), `${commonText(lang, "quantity")}: ${quantity}`].join(" · ")}</span>
      ${gift ? html`<span style="display:block;font-size:14px;color:${theme.taupe};">${t(lang, "gift.alt", { gift })}</span>` : ""}
    </td>
    <td style="${amountCell}">${formatDong(total)}</td>
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

/** Labels with their values, one below the other. */
export const factTable = (facts: readonly Fact[]): Markup => html`
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-collapse:collapse;${theme.text}">
  ${facts.map(
    ({ label, value }) => html`
  <tr>
    <td style="${cell}">
      <span style="display:block;font-size:12px;color:${theme.taupe};">${label}</span>
      ${withLineBreaks(value)}
    </td>
  </tr>`,
  )}
</table>`;

/** The order's lines, totals and address. */
export function orderHtml(order: OrderDigest, { lang, values }: Mail): Markup {
  const [number = "", date = ""] = headLines(order, values.order_number ?? "", lang);
  return html`
<p style="margin:0 0 16px;font-size:14px;color:${theme.taupe};">${number}<br>${date}</p>
<table width="100%" cellpadding="0" cellspacing="0" aria-label="${commonText(lang, "order_summary")}" style="margin:0 0 24px;border-collapse:collapse;${theme.text}">
  <thead>
    <tr>
      <th scope="col" style="${headCell}">${commonText(lang, "item")}</th>
      <th scope="col" style="${headCell}padding-left:12px;text-align:right;">${commonText(lang, "price")}</th>
    </tr>
  </thead>
  <tbody>${order.lines.map((line) => lineRow(line, lang))}</tbody>
  <tfoot>${totalRows(order, lang).map(sumRow)}</tfoot>
</table>
${factTable(detailRows(order, lang))}`;
}
