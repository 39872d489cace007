import { useSearchParams } from "react-router";
import type { GiftRule } from "#contract/backoffice/gifts.ts";
import { Badge, type Tone } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { ChevronRightIcon } from "#design/icons.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { formatAmount, formatDay } from "#backoffice/i18n/formats.ts";
import { type TextOf, useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { GiftSheet } from "./gift-sheet.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";

const tones: Record<GiftRule["state"], Tone> = {
  active: "success",
  scheduled: "sale",
  ended: "neutral",
  unused: "warning",
};

function datesOf(t: TextOf, { starts_on: from, ends_on: until }: GiftRule): string {
  if (from && until) return t("gifts.from_until", { from: formatDay(from), until: formatDay(until) });
  if (from) return t("gifts.from", { from: formatDay(from) });
  return until ? t("gifts.until", { until: formatDay(until) }) : "";
}

/** The names of what a gift comes with, at most three. */
function scopeOf(t: TextOf, { everywhere, categories, products }: GiftRule): string {
  if (everywhere) return t("gifts.with_everything");
  const names = [...categories, ...products].map(({ name }) => name);
  const more = names.length - 3;
  return [...names.slice(0, 3), ...(more > 0 ? [t("gifts.more", { count: more })] : [])].join(", ");
}

function GiftRow({ gift, onOpen }: { gift: GiftRule; onOpen: () => void }) {
  const t = useTexts();
  const lang = useLanguage();
  const { name, image, quantity, min_amount, state } = gift;
  const conditions = [
    min_amount && t("gifts.from_amount", { amount: formatAmount(min_amount) }),
    datesOf(t, gift),
    quantity > 1 && t("gifts.units", { count: quantity }),
  ];
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-20 w-full items-center gap-3 px-4 py-2 text-left hover:bg-ivory"
      >
        {image ? (
          <img src={image.src} alt="" loading="lazy" className="size-14 shrink-0 bg-sand object-cover" />
        ) : (
          <span className="size-14 shrink-0 bg-sand" />
        )}
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 text-sm font-medium wrap-anywhere">
            {name[lang]}
            <Badge tone={tones[state]}>{t(`gifts.state_${state}`)}</Badge>
          </span>
          <span className="block text-xs text-taupe">{scopeOf(t, gift)}</span>
          <span className="block text-xs text-taupe empty:hidden">{conditions.filter(Boolean).join(" · ")}</span>
        </span>
        <ChevronRightIcon size={18} className="shrink-0 text-taupe" />
      </button>
    </li>
  );
}

/** Free gifts with their rules. */
export default function GiftsScreen() {
  const t = useTexts();
  const query = useApi("GET bo/gifts", {});
  const [search, setSearch] = useSearchParams();
  const requested = search.get("gift");
  const opened = query.data?.data.find(({ slug }) => slug === requested);
  const isNew = search.has("new");
  return (
    <Page
      title={t("nav.gifts")}
      width="form"
      actions={
        <Button size="small" className="min-h-12" onClick={() => setSearch({ new: "1" })}>
          {t("gifts.add")}
        </Button>
      }
    >
      <p className="mb-3 text-sm text-taupe">{t("gifts.hint")}</p>
      <Loaded
        query={query}
        skeleton={<RowsSkeleton images />}
        isEmpty={(list) => list.length === 0}
        empty={<StateCard title={t("gifts.none")} text={t("gifts.none_text")} />}
      >
        {(list) => (
          <ul className="card divide-y divide-line overflow-hidden">
            {list.map((gift) => (
              <GiftRow key={gift.slug} gift={gift} onOpen={() => setSearch({ gift: gift.slug })} />
            ))}
          </ul>
        )}
      </Loaded>
      {(opened || isNew) && (
        <GiftSheet key={opened?.slug ?? "new"} gift={opened ?? null} onClose={() => setSearch({})} />
      )}
    </Page>
  );
}
