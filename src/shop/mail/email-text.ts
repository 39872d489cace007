import type { Mail, OrderDigest } from "./email.ts";
import { detailsOf, type Fact, headOf, price, sumsOf } from "./order-sums.ts";
import { common, factLabel, type Wording } from "./email-copy.ts";

const factLine = ({ label, value }: Fact): string => `${label}: ${value.replaceAll("\n", ", ")}`;

function orderBlock(order: OrderDigest, { lang, values }: Mail): string {
  return [
    ...headOf(order, values.order_number ?? "", lang),
    "",
    ...order.lines.map(
      ({ name, option, quantity, total }) =>
        `- ${[name, option].filter(Boolean).join(" - ")} × ${quantity}: ${price(total)}`,
    ),
    "",
    ...sumsOf(order, lang).map(factLine),
    "",
    ...detailsOf(order, lang).map(factLine),
  ].join("\n");
}

/** A letter for programs and people who read no HTML. */
export function letterText(mail: Mail, wording: Wording): string {
  const { lang, order, facts, to } = mail;
  const listed = Object.entries(facts).map(([key, value]) => factLine({ label: factLabel(lang, key), value }));
  const blocks = [
    wording.greeting,
    ...wording.paragraphs,
    order && orderBlock(order, mail),
    listed.join("\n"),
    wording.button && `${wording.button.label}:\n${wording.button.url}`,
    to === null ? null : common(lang, "help", { support_email: wording.support }),
    to === null ? null : common(lang, "signature"),
    `-- \n${common(lang, "footer")}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}
