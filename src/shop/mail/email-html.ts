import type { Mail } from "./email.ts";
import { looks } from "./email-theme.ts";
import { brokenLines, html, type Markup } from "./markup.ts";
import { factTable, orderHtml } from "./order-html.ts";
import { common, factLabel, type Wording } from "./email-copy.ts";

const paragraph = (text: string): Markup => html`<p style="margin:0 0 16px;">${brokenLines(text)}</p>`;

/** A button that is one without pictures or scripts, and its address for those who cannot press it. */
const button = ({ label, url }: NonNullable<Wording["button"]>, hint: string): Markup => html`
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;">
  <tr><td style="border-radius:2px;background:${looks.ink};">
    <a href="${url}" style="display:inline-block;padding:14px 28px;font-family:${looks.sans};font-size:16px;line-height:20px;font-weight:500;color:#FFFFFF;text-decoration:none;">${label}</a>
  </td></tr>
</table>
<p style="margin:0 0 24px;font-size:12px;color:${looks.taupe};">${hint}<br><a href="${url}" style="color:${looks.taupe};word-break:break-all;">${url}</a></p>`;

function content(mail: Mail, wording: Wording): Markup {
  const { lang, order, facts, to } = mail;
  const listed = Object.entries(facts).map(([key, value]) => ({ label: factLabel(lang, key), value }));
  return html`
<h1 style="margin:0 0 20px;font-family:${looks.serif};font-size:28px;line-height:1.25;font-weight:500;color:${looks.ink};">${wording.heading}</h1>
${wording.greeting === null ? "" : paragraph(wording.greeting)}
${wording.paragraphs.map(paragraph)}
${order ? orderHtml(order, mail) : ""}
${listed.length > 0 ? factTable(listed) : ""}
${wording.button ? button(wording.button, common(lang, "button_hint")) : ""}
${to === null ? "" : paragraph(common(lang, "help", { support_email: wording.support }))}
${to === null ? "" : html`<p style="margin:24px 0 0;">${brokenLines(common(lang, "signature"))}</p>`}`;
}

/** What the list of letters shows after the subject; the rest keeps the letter's first words out of it. */
const preview = (text: string): Markup =>
  html`<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${text}${"\u00a0\u200c".repeat(60)}</div>`;

/**
 * A letter as a page: one column in tables with all styles inline, as mail programs need it, from 320 px on.
 * @param publicUrl origin of the shop, without a trailing slash
 */
export function letterHtml(mail: Mail, wording: Wording, publicUrl: string): string {
  const { lang } = mail;
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${wording.subject}</title>
<style>@media (max-width:480px){.card{padding:28px 20px !important}}</style>
</head>
<body style="margin:0;padding:0;background:${looks.ivory};${looks.text}">
${preview(wording.preheader)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${looks.ivory};">
<tr><td align="center" style="padding:32px 12px;">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;">
  <tr><td align="center" style="padding:0 0 24px;">
    <a href="${publicUrl}/" style="font-family:${looks.serif};font-size:34px;line-height:1.25;font-weight:500;letter-spacing:0.06em;color:${looks.ink};text-decoration:none;">Lianne</a>
  </td></tr>
  <tr><td class="card" style="padding:40px;background:#FFFFFF;border:1px solid ${looks.line};text-align:left;${looks.text}">
${content(mail, wording)}
  </td></tr>
  <tr><td align="center" style="padding:24px 12px 0;font-family:${looks.sans};font-size:12px;line-height:1.55;color:${looks.taupe};">${common(lang, "footer")}</td></tr>
  </table>
</td></tr>
</table>
</body>
</html>
`.text;
}
