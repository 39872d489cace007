import type { ItemPrices, PriceLine } from "#contract/backoffice/prices.ts";
import { abs } from "#contract/money.ts";
import { Badge } from "#design/badge.tsx";
import { Checkbox } from "#design/choice.tsx";
import { classes } from "#design/class-names.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";

/** `390.000 ₫`, with a sale `390.000 ₫ → 312.000 ₫`. */
export const pricesText = (t: TextOf, { regular, sale }: ItemPrices): string =>
  regular === null
    ? t("prices.no_price")
    : sale === null
      ? formatAmount(regular)
      : t("prices.with_sale", { regular: formatAmount(regular), sale: formatAmount(sale) });

/** The previewed prices; each can be excluded. */
export function PriceLines({
  lines,
  excluded,
  onToggle,
}: {
  lines: readonly PriceLine[];
  excluded: ReadonlySet<number>;
  onToggle: (id: number) => void;
}) {
  const t = useTexts();
  return (
    <ul className="card divide-y divide-line">
      {lines.map(({ id, name, option, sku, before, after, difference, margin, warnings }) => (
        <li key={id} className={classes("flex items-start gap-2 px-3 py-2", excluded.has(id) && "opacity-60")}>
          <Checkbox
            aria-label={t("prices.include", { name: [name, option].filter(Boolean).join(" · ") })}
            checked={!excluded.has(id)}
            onChange={() => onToggle(id)}
          />
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-1.5">
            <span className="min-w-40 flex-1">
              <span className="block text-sm font-medium break-words">{name}</span>
              <span className="block text-xs text-taupe">{[option, sku].filter(Boolean).join(" · ")}</span>
            </span>
            <span className="tabular ml-auto text-right text-sm">
              <span className="block text-xs text-taupe line-through">{pricesText(t, before)}</span>
              <span className="block font-medium">{pricesText(t, after)}</span>
              <span className="block text-xs text-taupe">
                {difference > 0 ? "+" : difference < 0 ? "−" : ""}
                {formatAmount(abs(difference))}
                {margin !== null && ` · ${t("prices.margin", { margin })}`}
              </span>
            </span>
            {warnings.length > 0 && (
              <span className="flex w-full flex-wrap gap-1">
                {warnings.map((warning) => (
                  <Badge
                    key={warning}
                    tone={warning === "large_discount" || warning === "raised" ? "warning" : "danger"}
                  >
                    {t(`prices.${warning}`)}
                  </Badge>
                ))}
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
