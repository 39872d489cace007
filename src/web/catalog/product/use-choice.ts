import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useInBrowser } from "#web/design/use-hydrated.ts";
import { type Buyable, fieldOf, firstBuyable, press, variationOf } from "../options.ts";
import { rememberedRingSize, ringSizeSlug } from "../ring-size-memory.ts";
import type { ProductView } from "./product-view.ts";

const parameter = "variation";

export interface Choice {
  /** what would be bought, null while nothing is chosen */
  chosen: Buyable | null;
  choose: (group: number, value: string) => void;
  /** whether the shopper has picked in a group; what is chosen there is the shop's guess otherwise */
  isPicked: (group: number) => boolean;
  /** the size that the shopper measured, where it is sold out */
  missedSize: string | null;
}

interface Measured {
  /** as it is shown */
  size: string;
  /** the first in this size that can be bought */
  found: Buyable | null;
}

/** What there is in the size that somebody measured for themselves before; null where it does not come in such a size. */
function inMySize({ variations, groups }: ProductView, size: string | null): Measured | null {
  const place = groups.findIndex(({ slug }) => slug === ringSizeSlug);
  const choice = groups[place]?.choices.find(({ value }) => value === size);
  if (!choice) return null;
  const first = press(variations, null, place, choice.value);
  return { size: choice.label, found: first?.buyable ? first : null };
}

/**
 * The chosen variation: the first that can be bought, if possible in the size which the shopper measured and chose in this
 * visit, until they pick another. The pick stands in the address,
 * for Back and for sharing; the page as it is kept for everybody does not know it, so it counts from hydration on.
 * @param form holds the picker: what was picked there before the scripts came is taken over
 * @param sent values by the slugs of their attributes, as the page was asked for with
 */
export function useChoice(
  product: ProductView,
  form: RefObject<HTMLFormElement | null>,
  sent: Readonly<Record<string, string>> | undefined,
): Choice {
  const { simple, variations, groups } = product;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const asked = useInBrowser(() => Number(search.get(parameter)), 0);
  const mySize = useInBrowser(rememberedRingSize, null);
  // a press shows at once; the address follows
  const [pressed, setPressed] = useState<number | null>(() => {
    const values = sent && groups.map(({ slug }) => sent[slug] ?? "");
    return values ? (variationOf(variations, values)?.id ?? null) : null;
  });
  useEffect(() => setPressed((id) => (id === asked ? null : id)), [asked]);
  const [touched, setTouched] = useState<readonly number[]>([]);
  const wanted = pressed ?? asked;
  const measured = inMySize(product, mySize);
  const chosen = simple ?? variations.find(({ id }) => id === wanted) ?? measured?.found ?? firstBuyable(variations);
  // with a link, or a form that was sent, everything in it was picked
  const linked = touched.length === 0 && variations.some(({ id }) => id === wanted);
  const isPicked = (group: number) =>
    linked || touched.includes(group) || (measured?.found != null && groups[group]?.slug === ringSizeSlug);
  const missedSize = measured && !measured.found ? measured.size : null;
  const pick = ({ id }: Buyable) => {
    setPressed(id);
    const address = new URLSearchParams(search);
    address.set(parameter, String(id));
    void navigate({ search: `?${address}` }, { replace: true, preventScrollReset: true });
  };
  const takeOver = useEffectEvent(() => {
    if (!form.current || groups.length === 0) return;
    const fields = new FormData(form.current);
    const picked = variationOf(
      variations,
      groups.map((group) => String(fields.get(fieldOf(group)))),
    );
    if (picked && picked.id !== chosen?.id) pick(picked);
  });
  useEffect(() => takeOver(), []);
  const choose = (group: number, value: string) => {
    const next = press(variations, chosen, group, value);
    if (!next) return;
    setTouched(linked ? groups.map((_, index) => index) : [...touched, group]);
    pick(next);
  };
  return { chosen, choose, isPicked, missedSize };
}
