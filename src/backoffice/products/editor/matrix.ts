import { maxCombinations } from "#contract/product-tabs.ts";
import { parseAmount } from "#backoffice/components/amount.ts";
import type { ProductForm } from "./product-form.ts";
import type { EditedAttribute, EditedVariation } from "./records.ts";

/** Separates the options of a combination: it cannot be typed. */
const separator = "\u001f";

export const variationAttributes = ({ attributes }: Pick<ProductForm, "attributes">): EditedAttribute[] =>
  attributes.filter(({ variation, options }) => variation && options.length > 0);

export const keyOf = (options: readonly string[]): string => options.join(separator);
export const optionsOf = (key: string): string[] => key.split(separator);

/** Number of combinations of all options. */
export const combinationCount = (attributes: readonly EditedAttribute[]): number =>
  attributes.length === 0 ? 0 : attributes.reduce((product, { options }) => product * options.length, 1);

const combine = (attributes: readonly EditedAttribute[]): string[][] =>
  attributes.reduce<string[][]>(
    (made, { options }) => made.flatMap((one) => options.map((option) => [...one, option])),
    [[]],
  );

/** A matrix of combinations: the first attribute's options are rows, the combinations of the others columns. */
export interface Matrix {
  rows: string[];
  columns: { key: string; label: string }[];
  tooMany: boolean;
}

export function matrixOf(form: ProductForm): Matrix {
  const attributes = variationAttributes(form);
  const [first, ...others] = attributes;
  if (!first || combinationCount(attributes) > maxCombinations)
    return { rows: [], columns: [], tooMany: first !== undefined };
  const columns = combine(others).map((options) => ({ key: keyOf(options), label: options.join(" · ") }));
  return { rows: first.options, columns, tooMany: false };
}

/** The combination of a cell. */
export const cellOf = (row: string, column: string): string => (column === "" ? row : keyOf([row, column]));

export const combinationsOf = ({ rows, columns }: Matrix): string[] =>
  rows.flatMap((row) => columns.map(({ key }) => cellOf(row, key)));

const bare = (slug: string): string => slug.replace(/^pa_/, "");
const optionFor = ({ attributes }: EditedVariation, { slug, name }: EditedAttribute): string =>
  attributes.find((one) => bare(one.slug) === bare(slug) || one.name === name)?.option ?? "";

/** Variations by their combination; one in the trash only if there is no other. */
export function byCombination(form: ProductForm, variations: readonly EditedVariation[]): Map<string, EditedVariation> {
  const attributes = variationAttributes(form);
  const trashedFirst = variations.toSorted(
    (one, other) => Number(other.status === "trash") - Number(one.status === "trash"),
  );
  return new Map(trashedFirst.map((one) => [keyOf(attributes.map((attribute) => optionFor(one, attribute))), one]));
}

/** Whether a combination will be for sale once the form is saved. */
export const isIncluded = (form: ProductForm, key: string, variation: EditedVariation | undefined): boolean =>
  variation && variation.status !== "trash" ? !form.remove.includes(variation.id) : form.create.includes(key);

/** Whether shoppers choose an option, and no combination will be for sale once the form is saved. */
export const hasNothingForSale = (form: ProductForm, variations: readonly EditedVariation[]): boolean =>
  form.attributes.some(({ variation }) => variation) &&
  form.create.length === 0 &&
  variations.every(({ id, status }) => status === "trash" || form.remove.includes(id));

/** The form with combinations created or left out: what was typed for one that is not stored goes with it. */
export function withIncluded(
  form: ProductForm,
  keys: readonly string[],
  { include, variations }: { include: boolean; variations: ReadonlyMap<string, EditedVariation> },
): Pick<ProductForm, "create" | "remove" | "cells"> {
  const stored = keys.filter((key) => (variations.get(key)?.status ?? "trash") !== "trash");
  const ids = stored.flatMap((key) => variations.get(key)?.id ?? []);
  const fresh = keys.filter((key) => !stored.includes(key));
  return {
    create: include ? [...new Set([...form.create, ...fresh])] : form.create.filter((key) => !fresh.includes(key)),
    remove: include ? form.remove.filter((id) => !ids.includes(id)) : [...new Set([...form.remove, ...ids])],
    cells: include
      ? form.cells
      : Object.fromEntries(Object.entries(form.cells).filter(([key]) => !fresh.includes(ownerOf(key)))),
  };
}

export type CellField = "regular_price" | "sale_price" | "quantity" | "place" | "sku" | "image" | "shares";
/** The key in `cells`: a variation's id, or a combination that is not stored yet. */
export const cellKey = (owner: number | string, field: CellField): string => `${owner}:${field}`;
/** What a key of {@link cellKey} is of. */
export const ownerOf = (key: string): string => key.slice(0, key.lastIndexOf(":"));

export const storedCell = (variation: EditedVariation | undefined, field: CellField): string => {
  if (!variation) return "";
  if (field === "quantity") return variation.stock_quantity === null ? "" : String(variation.stock_quantity);
  if (field === "image") return variation.image ? String(variation.image.id) : "";
  if (field === "shares") return String(variation.shares_stock_with);
  if (field === "place") return variation.storage_place;
  return variation[field];
};

/** Whether a typed text can be saved. @param key as of {@link cellKey} */
export function isCellValid(key: string, text: string): boolean {
  const field = key.slice(key.lastIndexOf(":") + 1);
  if (field === "regular_price" || field === "sale_price") return parseAmount(text) !== undefined;
  return field !== "quantity" || /^\d{0,7}$/.test(text);
}

const amountText = (typed: string): string => String(parseAmount(typed) ?? "");

/** The fields of a variation's write from its typed cells. @param variation undefined for one to be created */
function fieldsOf(cells: Partial<Record<CellField, string>>, variation: EditedVariation | undefined) {
  const { regular_price: regular, sale_price: sale, quantity, place, sku, image, shares } = cells;
  const counted = variation?.manage_stock === true;
  const seen = variation?.stock_quantity ?? 0;
  const splits = shares === "0" && quantity !== undefined;
  const stock =
    quantity === undefined || quantity === ""
      ? {}
      : counted && !splits
        ? { inventory_delta: Number(quantity) - seen }
        : { manage_stock: true, stock_quantity: Number(quantity) };
  return {
    ...(regular === undefined ? {} : { regular_price: amountText(regular) }),
    ...(sale === undefined ? {} : { sale_price: amountText(sale) }),
    ...(place === undefined ? {} : { storage_place: place }),
    ...(sku === undefined ? {} : { sku }),
    ...(image === undefined ? {} : { image: { id: Number(image) || 0 } }),
    ...(shares === undefined ? {} : { shares_stock_with: Number(shares) }),
    ...stock,
  };
}

const cellsOf = (form: ProductForm, owner: number | string): Partial<Record<CellField, string>> =>
  Object.fromEntries(
    (["regular_price", "sale_price", "quantity", "place", "sku", "image", "shares"] as const).flatMap((field) => {
      const typed = form.cells[cellKey(owner, field)];
      return typed === undefined ? [] : [[field, typed]];
    }),
  );

/** Whether each combination that is created has a quantity of its own. */
export const haveOwnUnits = ({ create, cells }: ProductForm): boolean =>
  create.length > 0 && create.every((key) => (cells[cellKey(key, "quantity")] ?? "") !== "");

/** The write of one variation, and the owner of its cells. */
interface CellWrite {
  owner: number | string;
  body: Record<string, unknown>;
}

/** The entries of `PUT products/{id}/with-variations`. */
export interface VariationWrites {
  create: CellWrite[];
  update: CellWrite[];
  remove: CellWrite[];
}

const targetOf = ({ id, version }: EditedVariation) => ({ id, ...(version !== undefined && { if_match: version }) });

/** The writes of variations: changed fields only; one in the trash is restored instead of created again. */
export function variationWrites(form: ProductForm, variations: readonly EditedVariation[]): VariationWrites {
  const attributes = variationAttributes(form);
  const stored = byCombination(form, variations);
  const restored = form.create.flatMap((key) => {
    const variation = stored.get(key);
    const fields = fieldsOf(cellsOf(form, key), variation);
    return variation ? [{ owner: key, body: { ...targetOf(variation), status: "publish", ...fields } }] : [];
  });
  const create = form.create
    .filter((key) => !stored.has(key))
    .map((key) => ({
      owner: key,
      body: {
        attributes: optionsOf(key).map((option, index) => ({ name: attributes[index]?.name ?? "", option })),
        ...fieldsOf(cellsOf(form, key), undefined),
      },
    }));
  const changed = variations
    .filter(({ id }) => !form.remove.includes(id))
    .flatMap((variation) => {
      const fields = fieldsOf(cellsOf(form, variation.id), variation);
      return Object.keys(fields).length > 0
        ? [{ owner: variation.id, body: { ...targetOf(variation), ...fields } }]
        : [];
    });
  // a sold variation stays in the trash, so that its orders refer to it, and comes back as the same one
  const remove = variations
    .filter(({ id, status }) => form.remove.includes(id) && status !== "trash")
    .map((variation) => ({ owner: variation.id, body: targetOf(variation) }));
  return { create, update: [...restored, ...changed], remove };
}
