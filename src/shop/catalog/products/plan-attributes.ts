import type { Tx } from "../../kernel/database.ts";
import { Refusal } from "../../kernel/problems.ts";
import { type FoundTerms, findTerms, type NewTerm, termFinder } from "../find-terms.ts";
import { type NewAttribute, type OwnAttributes, ownAttributes } from "./own-attributes.ts";
import type { ProductChange, WrittenAttribute } from "./product-change.ts";
import type { ProductAttribute, ProductState } from "./product-state.ts";
import { wrongParam } from "./refusals.ts";

/** A product whose attributes a write changes; `state` is completed in place, or `refusal` says why it cannot be. */
export interface Arranging {
  state: ProductState;
  change: ProductChange;
  refusal: Refusal | null;
}

/** Attributes and terms that have to be stored before the products' parts are. */
export interface Planned {
  attributes: NewAttribute[];
  terms: NewTerm[];
}

/** Each name once, whatever its case; WooCommerce drops an attribute without options. */
function optionsOf({ options }: Pick<WrittenAttribute, "options">): string[] {
  const named = options.map((option) => option.trim()).filter(Boolean);
  return [...new Map(named.map((option) => [option.toLowerCase(), option])).values()];
}

const writtenOf = ({ change }: Arranging): WrittenAttribute[] =>
  (change.attributes ?? []).filter((attribute) => optionsOf(attribute).length > 0);

const withFirst = (ids: readonly number[], first: number): number[] => [first, ...ids.filter((id) => id !== first)];

/** The defaults that were there stay, as far as they can still be chosen. */
function keepDefaults(before: ProductState, attributes: readonly ProductAttribute[]) {
  const isDefault = (id: number): boolean => before.kept.default_of?.includes(id) ?? true;
  const defaults = before.attributes.filter(({ id, variation }) => variation && isDefault(id));
  const kept: number[] = [];
  const arranged = attributes.map((attribute) => {
    const first = defaults.find(({ id }) => id === attribute.id)?.termIds[0];
    if (!attribute.variation || first === undefined || !attribute.termIds.includes(first)) return attribute;
    kept.push(attribute.id);
    return { ...attribute, termIds: withFirst(attribute.termIds, first) };
  });
  return { attributes: arranged, defaultOf: kept };
}

/** The merchant's defaults come first among the options. */
function setDefaults(
  { state, change }: Arranging,
  attributes: readonly ProductAttribute[],
  find: { attribute(id: number | null, name: string): number; term(attributeId: number, name: string): number },
) {
  const firsts = new Map<number, number>();
  for (const { id, name, option } of change.defaults ?? []) {
    if (option === "") continue;
    const attribute = attributes.find((one) => one.variation && one.id === find.attribute(id, name));
    const term = attribute && find.term(attribute.id, option);
    if (!attribute || !term || !attribute.termIds.includes(term)) {
      const message = `default_attributes names "${option}", which is no option of a variation attribute of this product.`;
      throw wrongParam("default_attributes", message);
    }
    firsts.set(attribute.id, term);
  }
  state.kept = { ...state.kept, default_of: [...firsts.keys()] };
  return attributes.map((attribute) => {
    const first = firsts.get(attribute.id);
    return first === undefined ? attribute : { ...attribute, termIds: withFirst(attribute.termIds, first) };
  });
}

function newAttributes(arranging: Arranging, own: OwnAttributes, terms: FoundTerms): ProductAttribute[] {
  const written = writtenOf(arranging).map((attribute) => ({
    ...attribute,
    attributeId: attribute.id ?? own.idOf(arranging.state.id, attribute.name),
  }));
  const twice = written.find(
    ({ attributeId }, index) => written.findIndex((one) => one.attributeId === attributeId) < index,
  );
  if (twice) throw wrongParam("attributes", `attributes names ${twice.id ?? `"${twice.name}"`} twice.`);
  return written
    .toSorted((one, other) => one.position - other.position)
    .map(({ attributeId, position, visible, variation, ...attribute }) => ({
      id: attributeId,
      position,
      visible,
      variation,
      termIds: [...new Set(optionsOf(attribute).map((name) => terms.idOf({ attributeId, name })))],
    }));
}

/**
 * Completes products by the attributes and defaults that their writes name. Attributes of a product's own, and terms,
 * that do not exist yet are given ids; their rows are the caller's to store, after the products'.
 */
export async function planAttributes(tx: Tx, all: readonly Arranging[]): Promise<Planned> {
  const arranged = all.filter(({ change }) => change.attributes || change.defaults);
  if (arranged.length === 0) return { attributes: [], terms: [] };
  const own = await ownAttributes(
    tx,
    arranged.map((arranging) => ({
      productId: arranging.state.id,
      names: writtenOf(arranging).flatMap(({ id, name }) => (id === null ? [name] : [])),
    })),
  );
  const terms = await findTerms(
    tx,
    arranged.flatMap((arranging) =>
      writtenOf(arranging).flatMap((attribute) =>
        optionsOf(attribute).map((name) => ({
          attributeId: attribute.id ?? own.idOf(arranging.state.id, attribute.name),
          name,
        })),
      ),
    ),
  );
  const known = await termFinder(
    tx,
    arranged.flatMap(({ state, change }) => (change.defaults ? state.attributes.map(({ id }) => id) : [])),
  );
  for (const arranging of arranged) {
    const { state, change } = arranging;
    try {
      const named = change.attributes ? newAttributes(arranging, own, terms) : state.attributes;
      if (!change.defaults) {
        const { attributes, defaultOf } = keepDefaults(state, named);
        state.attributes = attributes;
        state.kept = { ...state.kept, default_of: defaultOf };
      } else {
        state.attributes = setDefaults(arranging, named, {
          attribute: (id, name) => id ?? own.idOf(state.id, name),
          term: (attributeId, name) => terms.idOf({ attributeId, name }) || known({ attributeId, name }),
        });
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      arranging.refusal = error;
    }
  }
  return { attributes: own.made, terms: terms.made };
}
