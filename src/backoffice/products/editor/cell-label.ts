import type { TextName, TextOf } from "#backoffice/i18n/texts.ts";
import { type CellField, optionsOf, ownerOf } from "./matrix.ts";
import type { EditedVariation } from "./records.ts";

/** "52 · hộp quà" */
export const optionsText = ({ attributes }: EditedVariation): string =>
  attributes.map(({ option }) => option).join(" · ");

const cellNames = {
  ...{ regular_price: "products.regular_price", sale_price: "products.sale_price", sku: "products.sku" },
  ...{ quantity: "products.quantity", place: "products.place", image: "options.image", shares: "options.share" },
} as const satisfies Record<CellField, TextName>;

/** What the field of a cell is called: "Giá". */
export const fieldLabel = (t: TextOf, field: CellField): string => t(cellNames[field]);

/** What the owner of cells is called: "52 · hộp quà". @param owner a variation's id, or a combination that is not stored yet */
export function ownerLabel(owner: number | string, variations: readonly EditedVariation[]): string {
  const variation = variations.find(({ id }) => String(id) === String(owner));
  return variation ? optionsText(variation) : optionsOf(String(owner)).join(" · ");
}

/** What a cell of the variations is called: "52: Giá". @param key as of cellKey() */
export const cellLabel = (t: TextOf, key: string, variations: readonly EditedVariation[]): string =>
  `${ownerLabel(ownerOf(key), variations)}: ${fieldLabel(t, key.slice(key.lastIndexOf(":") + 1) as CellField)}`;
