import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useHydrated } from "#web/design/use-hydrated.ts";
import { type Buyable, firstBuyable, press } from "../options.ts";
import type { ProductView } from "./product-view.ts";

const parameter = "variation";

export interface Choice {
  /** what would be bought, null while nothing is chosen */
  chosen: Buyable | null;
  choose: (group: number, value: string) => void;
}

/**
 * The chosen variation: the first that can be bought, until the shopper picks another. The pick stands in the address,
 * for Back and for sharing; the page as it is kept for everybody does not know it, so it counts from hydration on.
 */
export function useChoice({ simple, variations }: ProductView): Choice {
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const asked = hydrated ? Number(search.get(parameter)) : 0;
  // a press shows at once; the address follows
  const [pressed, setPressed] = useState<number | null>(null);
  useEffect(() => setPressed((id) => (id === asked ? null : id)), [asked]);
  const wanted = pressed ?? asked;
  const chosen = simple ?? variations.find(({ id }) => id === wanted) ?? firstBuyable(variations);
  const choose = (group: number, value: string) => {
    const next = press(variations, chosen, group, value);
    if (!next) return;
    setPressed(next.id);
    const address = new URLSearchParams(search);
    address.set(parameter, String(next.id));
    void navigate({ search: `?${address}` }, { replace: true, preventScrollReset: true });
  };
  return { chosen, choose };
}
