import type { Mail } from "./email.ts";
import { theme } from "./email-theme.ts";
import { withLineBreaks, html, type Markup } from "./markup.ts";
import { factTable, orderHtml } from "./order-html.ts";
import { commonText, factLabel, pageUrl, type EmailCopy } from "./email-copy.ts";

const paragraph = (text: string): Markup => html`<p style="margin:0 0 16px;">${withLineBreaks(text)}</p>`;

/** A button without images or scripts, and its URL as text for clients that do not show it. */
const button = ({ label, url }: NonNullable<EmailCopy["button"]>, hint: string): Markup => html`
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;">
  <tr><td style="border-radius:2px;background:${theme.ink};">
    <a href="${url}" style="display:inline-block;padding:14px 28px;font-family:${theme.sans};font-size:16px;line-height:20px;font-weight:500;color:#FFFFFF;text-decoration:none;">${label}</a>
  </td></tr>
</table>
<p style="margin:0 0 24px;font-size:12px;color:${theme.taupe};">${hint}<br><a href="${url}" style="color:${theme.taupe};word-break:break-all;">${url}</a></p>`;

function content(mail: Mail, copy: EmailCopy): Markup {
  const { lang, order, facts, to } = mail;
  const listedFacts = Object.entries(facts).map(([key, value]) => ({ label: factLabel(lang, key), value }));
  return html`
<h1 style="margin:0 0 20px;font-family:${theme.serif};font-size:28px;line-height:1.25;font-weight:500;color:${theme.ink};">${copy.heading}</h1>
${copy.greeting === null ? "" : paragraph(copy.greeting)}
${copy.paragraphs.map(paragraph)}
${order ? orderHtml(order, mail) : ""}
${listedFacts.length > 0 ? factTable(listedFacts) : ""}
${copy.button ? button(copy.button, commonText(lang, "button_hint")) : ""}
${copy.refuseLink ? html`<p style="margin:0 0 24px;"><a href="${copy.refuseLink.url}" style="color:${theme.ink};">${copy.refuseLink.label}</a></p>` : ""}
${to === null ? "" : paragraph(commonText(lang, "help", { support_email: copy.support }))}
${to === null ? "" : html`<p style="margin:24px 0 0;">${withLineBreaks(commonText(lang, "signature"))}</p>`}`;
}

/** The preview text after the subject in the inbox; the padding hides the email's first words there. */
const preview = (text: string): Markup =>
  html`<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${text}${"\u00a0\u200c".repeat(60)}</div>`;

/**
 * The HTML part: one column in tables with all styles inline, as email clients need it, from 320 px on.
 * @param publicUrl origin of the shop, without a trailing slash
 */
export function emailHtml(mail: Mail, copy: EmailCopy, publicUrl: string): string {
  const { lang } = mail;
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${copy.subject}</title>
<style>@media (max-width:480px){.card{padding:28px 20px !important}}</style>
</head>
<body style="margin:0;padding:0;background:${theme.ivory};${theme.text}">
${preview(copy.preheader)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${theme.ivory};">
<tr><td align="center" style="padding:32px 12px;">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;">
  <tr><td align="center" style="padding:0 0 24px;">
    <a href="${pageUrl(`${publicUrl}/`, lang)}" style="font-family:${theme.serif};font-size:34px;line-height:1.25;font-weight:500;letter-spacing:0.06em;color:${theme.ink};text-decoration:none;">Lianne</a>
  </td></tr>
  <tr><td class="card" style="padding:40px;background:#FFFFFF;border:1px solid ${theme.line};text-align:left;${theme.text}">
${content(mail, copy)}
  </td></tr>
  <tr><td align="center" style="padding:24px 12px 0;font-family:${theme.sans};font-size:12px;line-height:1.55;color:${theme.taupe};">${commonText(lang, "footer")}</td></tr>
  </table>
</td></tr>
</table>
</body>
</html>
`.text;
}
