import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { type Buyable, firstBuyable, selectOption } from "#web/catalog/options.ts";
import { productPath } from "#web/links/paths.ts";
import { productView } from "#web/catalog/product/product-view.ts";
import { ringSizeSlug } from "#web/catalog/ring-size-memory.ts";
import { useLanguage } from "#web/i18n/settings.ts";

/** The ring whose page led here, to measure for. */
export interface Ring {
  name: string;
  /** its page, with the chosen option */
  path: string;
  /** labels of its sizes */
  sizes: readonly string[];
  /** its page with a size chosen, and whether that is in stock; null if it has no such size */
  inSize: (mm: number) => { path: string; buyable: boolean } | null;
}

const variationPath = (page: string, variation: Buyable | undefined | null): string =>
  variation ? `${page}?variation=${variation.id}` : page;

async function fetchRing(id: number, chosen: number): Promise<Ring> {
  const [product, variations] = await Promise.all([
    unwrap(getApiClient().product(id)),
    unwrap(getApiClient().variations(id)),
  ]);
  const view = productView(product, variations);
  const page = productPath(view);
  const place = view.groups.findIndex(({ slug }) => slug === ringSizeSlug);
  const sizes = view.groups[place]?.choices ?? [];
  const before = view.variations.find((variation) => variation.id === chosen);
  return {
    name: view.name,
    path: variationPath(page, before),
    sizes: sizes.map(({ label }) => label),
    inSize: (mm) => {
      const size = sizes.find(({ value }) => value === `${mm} mm`);
      const variation =
        size && selectOption(view.variations, before ?? firstBuyable(view.variations), place, size.value);
      return variation ? { path: variationPath(page, variation), buyable: variation.buyable } : null;
    },
  };
}

/**
 * The ring named by `?product=101&variation=10104`; null without one, or until it is loaded. Without it the sizer leads
 * to all rings, so a failure is not reported.
 */
export function useRing(): Ring | null {
  const language = useLanguage();
  const [search] = useSearchParams();
  const [id, chosen] = ["product", "variation"].map((name) => Number(search.get(name) ?? 0));
  const { data } = useQuery({
    queryKey: ["ring", language, id, chosen],
    queryFn: () => fetchRing(id ?? 0, chosen ?? 0),
    enabled: Number.isSafeInteger(id) && (id ?? 0) > 0,
  });
  return data ?? null;
}
