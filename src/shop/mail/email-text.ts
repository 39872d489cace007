import { formatDong } from "#contract/money.ts";
import type { Mail, OrderDigest } from "./email.ts";
import { detailRows, type Fact, headLines, totalRows } from "./order-rows.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { commonText, factLabel, type EmailCopy } from "./email-copy.ts";

const factLine = ({ label, value }: Fact): string => `${label}: ${value.replaceAll("\n", ", ")}`;

function orderBlock(order: OrderDigest, { lang, values }: Mail): string {
  return [
    ...headLines(order, values.order_number ?? "", lang),
    "",
    ...order.lines.flatMap(({ name, option, gift, quantity, total }) => [
      `- ${[name, option].filter(Boolean).join(" - ")} × ${quantity}: ${formatDong(total)}`,
      ...(gift ? [`  ${t(lang, "gift.alt", { gift })}`] : []),
    ]),
    "",
    ...totalRows(order, lang).map(factLine),
    "",
    ...detailRows(order, lang).map(factLine),
  ].join("\n");
}

/** The plain-text part. */
export function emailText(mail: Mail, copy: EmailCopy): string {
  const { lang, order, facts, to } = mail;
  const listedFacts = Object.entries(facts).map(([key, value]) => factLine({ label: factLabel(lang, key), value }));
  const blocks = [
    copy.greeting,
    ...copy.paragraphs,
    order && orderBlock(order, mail),
    listedFacts.join("\n"),
    copy.button && `${copy.button.label}:\n${copy.button.url}`,
    copy.refuseLink && `${copy.refuseLink.label}:\n${copy.refuseLink.url}`,
    to === null ? null : commonText(lang, "help", { support_email: copy.support }),
    to === null ? null : commonText(lang, "signature"),
    `-- \n${commonText(lang, "footer")}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}
