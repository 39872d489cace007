import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useInBrowser } from "#design/use-hydrated.ts";
import { type Buyable, fieldOf, firstBuyable, selectOption, variationOf } from "../options.ts";
import { rememberedRingSize, ringSizeSlug } from "../ring-size-memory.ts";
import type { ProductView } from "./product-view.ts";

const parameter = "variation";

export interface Choice {
  /** the variation to buy, null while none is chosen */
  chosen: Buyable | null;
  choose: (group: number, value: string) => void;
  /** whether the customer has chosen in a group; otherwise it is preselected */
  isPicked: (group: number) => boolean;
  /** the customer's measured size, if it is sold out */
  missedSize: string | null;
}

interface Measured {
  /** the size's label */
  size: string;
  /** the first purchasable one in this size */
  found: Buyable | null;
}

/** The variations in the customer's measured size; null if the product does not come in it. */
function inMySize({ variations, groups }: ProductView, size: string | null): Measured | null {
  const place = groups.findIndex(({ slug }) => slug === ringSizeSlug);
  const choice = groups[place]?.choices.find(({ value }) => value === size);
  if (!choice) return null;
  const first = selectOption(variations, null, place, choice.value);
  return { size: choice.label, found: first?.buyable ? first : null };
}

/**
 * The chosen variation: initially the first purchasable one, preferably in the size measured and chosen in this visit.
 * The choice is stored in the address, for Back and for sharing; the cached HTML is the same for all visitors, so it
 * applies from hydration on.
 * @param form contains the picker: choices made before hydration are taken from it
 * @param sent values by attribute slug, from the rejected form
 */
export function useChoice(
  product: ProductView,
  form: RefObject<HTMLFormElement | null>,
  sent: Readonly<Record<string, string>> | undefined,
): Choice {
  const { simple, variations, groups } = product;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const requested = useInBrowser(() => Number(search.get(parameter)), 0);
  const mySize = useInBrowser(rememberedRingSize, null);
  // a click shows at once; the address follows
  const [clickedId, setClickedId] = useState<number | null>(() => {
    const values = sent && groups.map(({ slug }) => (Object.hasOwn(sent, slug) && sent[slug]) || "");
    return values ? (variationOf(variations, values)?.id ?? null) : null;
  });
  useEffect(() => setClickedId((id) => (id === requested ? null : id)), [requested]);
  const [touched, setTouched] = useState<readonly number[]>([]);
  const chosenId = clickedId ?? requested;
  const measured = inMySize(product, mySize);
  const chosen = simple ?? variations.find(({ id }) => id === chosenId) ?? measured?.found ?? firstBuyable(variations);
  // with a link or a submitted form, everything in it counts as chosen
  const linked = touched.length === 0 && variations.some(({ id }) => id === chosenId);
  const isPicked = (group: number) =>
    linked || touched.includes(group) || (measured?.found != null && groups[group]?.slug === ringSizeSlug);
  const missedSize = measured && !measured.found ? measured.size : null;
  const pick = ({ id }: Buyable) => {
    setClickedId(id);
    const address = new URLSearchParams(search);
    address.set(parameter, String(id));
    void navigate({ search: `?${address}` }, { replace: true, preventScrollReset: true });
  };
  const applyFormInput = useEffectEvent(() => {
    if (!form.current || groups.length === 0) return;
    const fields = new FormData(form.current);
    const picked = variationOf(
      variations,
      groups.map((group) => String(fields.get(fieldOf(group)))),
    );
    if (picked && picked.id !== chosen?.id) pick(picked);
  });
  useEffect(() => applyFormInput(), []);
  const choose = (group: number, value: string) => {
    const next = selectOption(variations, chosen, group, value);
    if (!next) return;
    setTouched(linked ? groups.map((_, index) => index) : [...touched, group]);
    pick(next);
  };
  return { chosen, choose, isPicked, missedSize };
}
