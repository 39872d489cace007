import { isDeepStrictEqual } from "node:util";
import { mergeMeta, mergeMetaTexts } from "#shop/kernel/woo/woo-meta.ts";
import { mergeText } from "../merge-translations.ts";
import type { VariationOption } from "./choices.ts";
import type { ParentProduct, StoredVariation } from "./parent.ts";
import type { OwnStock } from "./merge-stock.ts";
import type { VariationChange } from "./variation-change.ts";

interface VariationMerge {
  before: StoredVariation | null;
  change: VariationChange;
}

function extraAfter(parent: ParentProduct, { before, change }: VariationMerge): Record<string, unknown> {
  const { extra: changedExtra = {}, pictureId, pictureAlt } = change;
  const { image_alt: alt, ...rest } = { ...before?.extra, ...changedExtra };
  const samePicture = pictureId === undefined || pictureId === before?.pictureId;
  const shown = (alt ?? parent.name) as Record<string, string>;
  const writtenAlt =
    pictureAlt && (!samePicture || shown[pictureAlt.lang] !== pictureAlt.text) ? mergeText(null, pictureAlt) : null;
  const after = writtenAlt ?? (samePicture ? alt : undefined);
  return Object.fromEntries(Object.entries({ ...rest, image_alt: after }).filter(([, value]) => value != null));
}

/** The stock as it is read after the write. */
function effectiveStock(parent: ParentProduct, own: OwnStock): Pick<StoredVariation, "quantity" | "managed"> {
  if (own === null) return { quantity: parent.quantity, managed: parent.managed };
  const shared = "of" in own ? parent.variations.find(({ id }) => id === own.of) : own;
  return { quantity: shared?.quantity ?? 0, managed: shared?.managed ?? true };
}

/** The written value if there is one, else the previous one, else the default. */
const after = <Value>(written: Value | undefined, before: Value | undefined, fresh: Value): Value =>
  written === undefined ? (before ?? fresh) : written;

/** The place of the stock after the write: that of the stock which it shares now, else as before. */
function placeAfter(parent: ParentProduct, { before, change }: VariationMerge, stockId: number): string {
  if (change.place !== undefined) return change.place;
  if (stockId === parent.stockId) return parent.place;
  const shared = parent.variations.find((one) => one.id !== before?.id && one.stockId === stockId);
  return shared?.place ?? before?.place ?? "";
}

/** The variation after a write. @param resolved values that had to be looked up for it */
export function mergeVariation(
  parent: ParentProduct,
  write: VariationMerge,
  { own, ...resolved }: { id: number; stockId: number; own: OwnStock; choices: VariationOption[] },
): StoredVariation {
  const { before, change } = write;
  const described = before?.description ?? null;
  return {
    ...resolved,
    ...effectiveStock(parent, own),
    sku: after(change.sku, before?.sku ?? undefined, null) || null,
    status: after(change.status, before?.status, "publish"),
    description: change.description ? mergeText(described, change.description) : (described ?? { vi: "", en: "" }),
    regularPrice: after(change.regularPrice, before?.regularPrice, null),
    saleWanted: after(change.saleWanted, before?.saleWanted, null),
    saleFrom: after(change.saleFrom, before?.saleFrom, null),
    saleTo: after(change.saleTo, before?.saleTo, null),
    cost: after(change.cost, before?.cost, null),
    costIsAdditive: after(change.costIsAdditive, before?.costIsAdditive, false),
    place: placeAfter(parent, write, resolved.stockId),
    menuOrder: after(change.menuOrder, before?.menuOrder, 0),
    pictureId: after(change.pictureId, before?.pictureId, null),
    meta: mergeMetaTexts(mergeMeta(before?.meta ?? [], change.meta ?? []), change.metaTexts ?? []),
    extra: extraAfter(parent, write),
  };
}

/** Defaults of fields that a variation does not have. */
const extraDefaults = {
  virtual: false,
  tax_status: "none",
  tax_class: "parent",
  low_stock_amount: null,
  global_unique_id: "",
};

const comparable = ({ extra, choices, ...rest }: StoredVariation) => ({
  ...rest,
  extra: { ...extraDefaults, ...extra },
  choices: choices.toSorted((one, other) => one.attributeId - other.attributeId),
});

/** Whether a write changed nothing that can be read. */
export const isSameVariation = (before: StoredVariation, now: StoredVariation): boolean =>
  isDeepStrictEqual(comparable(before), comparable(now));
