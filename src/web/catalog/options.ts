import type { Product, Variation } from "#contract/catalog.ts";
import { type Dong, dong, min, subtract } from "#contract/money.ts";

/** A purchasable form of a product. `values` follow the order of the option groups. */
export interface Buyable {
  id: number;
  values: string[];
  price: Dong;
  regularPrice: Dong;
  salePrice: Dong | null;
  /** stock quantity, null if unmanaged */
  stock: number | null;
  buyable: boolean;
}

/** An option to choose: ring size, chain length, box. */
export interface OptionGroup {
  /** attribute slug, e.g. `pa_size` */
  slug: string;
  name: string;
  /** `value` is the same in both languages, `label` is displayed */
  choices: { value: string; label: string }[];
}

/** The chosen options as text: `48 mm, No Box`; "" without options. */
export const optionText = (groups: readonly OptionGroup[], chosen: Buyable | null): string =>
  groups
    .flatMap(({ choices }, index) => choices.find(({ value }) => value === chosen?.values[index])?.label ?? [])
    .join(", ");

/** The form field of a group, named as in WooCommerce. */
export const fieldOf = ({ slug }: Pick<OptionGroup, "slug">): string => `attribute_${slug}`;

/** The option groups of a variable product in the merchant's order, with the choices that any variation has. */
export function optionGroups(product: Pick<Product, "attributes">, variations: readonly Variation[]): OptionGroup[] {
  const groups = product.attributes.filter(({ variation }) => variation).sort((a, b) => a.position - b.position);
  return groups.map(({ slug, name, options }) => {
    const values = new Map<string, string>();
    for (const { attributes } of variations) {
      const chosen = attributes.find((attribute) => attribute.slug === slug);
      if (chosen) values.set(chosen.option, chosen.value);
    }
    const choices = options.flatMap((label) => {
      const value = values.get(label);
      return value === undefined ? [] : [{ value, label }];
    });
    return { slug, name, choices };
  });
}

/** A variation for the picker. */
export const buyableOf = (variation: Variation, groups: readonly OptionGroup[]): Buyable => ({
  id: variation.id,
  values: groups.map(({ slug }) => variation.attributes.find((attribute) => attribute.slug === slug)?.value ?? ""),
  price: dong(Number(variation.price)),
  regularPrice: dong(Number(variation.regular_price)),
  salePrice: variation.sale_price === "" ? null : dong(Number(variation.sale_price)),
  stock: variation.stock_quantity,
  buyable: variation.purchasable && variation.stock_status === "instock",
});

/** Sorts by the first group's choices, then by the next one's. */
export const inPickerOrder = (variations: readonly Buyable[], groups: readonly OptionGroup[]): Buyable[] => {
  const places = groups.map(({ choices }) => choices.map(({ value }) => value));
  const place = ({ values }: Buyable): number =>
    values.reduce((sum, value, group) => sum * 1000 + (places[group]?.indexOf(value) ?? 0) + 1, 0);
  return variations.toSorted((a, b) => place(a) - place(b));
};

/** The initial selection: the first purchasable one, or null. */
export const firstBuyable = (variations: readonly Buyable[]): Buyable | null =>
  variations.find(({ buyable }) => buyable) ?? null;

const agrees = (variation: Buyable, values: readonly string[]): boolean =>
  variation.values.every((value, group) => value === "" || value === values[group]);

/** The variation with exactly these choices, or null. An empty value of a variation fits any choice, as in WooCommerce. */
export const variationOf = (variations: readonly Buyable[], values: readonly string[]): Buyable | null =>
  variations.find((variation) => agrees(variation, values)) ?? null;

/** The variation after a choice is clicked: the other choices stay if such a variation exists. */
export function selectOption(
  variations: readonly Buyable[],
  current: Buyable | null,
  group: number,
  value: string,
): Buyable | null {
  const fits = (variation: Buyable) => variation.values[group] === value || variation.values[group] === "";
  const values = current?.values.map((old, index) => (index === group ? value : old));
  const match = values ? variationOf(variations, values) : null;
  return match ?? firstBuyable(variations.filter(fits)) ?? variations.find(fits) ?? null;
}

/**
 * Price difference of a choice to the cheapest of its group, with the other choices unchanged.
 * @returns 0 for the cheapest and if unknown
 */
export function surcharge(variations: readonly Buyable[], current: Buyable | null, group: number, value: string): Dong {
  const others = variations.filter((variation) =>
    variation.values.every((own, index) => index === group || !current || own === current.values[index]),
  );
  const own = others.find((variation) => variation.values[group] === value);
  return own ? subtract(own.price, others.map(({ price }) => price).reduce(min)) : dong(0);
}
