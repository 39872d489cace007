import type { Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/errors.ts";
import { type FoundTerms, findTerms, type NewTerm, termFinder, type WantedTerm } from "../find-terms.ts";
import { type NewAttribute, type OwnAttributes, ownAttributes } from "./own-attributes.ts";
import type { ProductChange, WrittenAttribute } from "./product-change.ts";
import type { ProductAttribute, ProductState } from "./product-state.ts";
import { wrongParam } from "./refusals.ts";

/** A product whose attributes a write changes; `state` is completed in place, or `error` is set. */
export interface Arranging {
  state: ProductState;
  change: ProductChange;
  refusal: HttpError | null;
}

/** Attributes and terms to be stored before the products' parts. */
export interface Planned {
  attributes: NewAttribute[];
  terms: NewTerm[];
}

/** Unique names, case-insensitively; WooCommerce drops an attribute without options. */
function optionsOf({ options }: Pick<WrittenAttribute, "options">): string[] {
  const named = options.map((option) => option.trim()).filter(Boolean);
  return [...new Map(named.map((option) => [option.toLowerCase(), option])).values()];
}

const writtenOf = ({ change }: Arranging): WrittenAttribute[] =>
  (change.attributes ?? []).filter((attribute) => optionsOf(attribute).length > 0);

const withFirst = (ids: readonly number[], first: number): number[] => [first, ...ids.filter((id) => id !== first)];

/** Existing defaults stay if they can still be selected. */
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

/** The merchant's defaults become the first options. @throws HttpError for one that cannot be selected */
function setDefaults(
  defaults: NonNullable<ProductChange["defaults"]>,
  attributes: readonly ProductAttribute[],
  find: { attribute(id: number | null, name: string): number; term(term: WantedTerm): number },
) {
  const firsts = new Map<number, number>();
  for (const { id, name, option } of defaults.filter((one) => one.option !== "")) {
    const attribute = attributes.find((one) => one.variation && one.id === find.attribute(id, name));
    const term = attribute && find.term({ attributeId: attribute.id, name: option });
    if (!attribute || !term || !attribute.termIds.includes(term)) {
      const message = `default_attributes names "${option}", which is no option of a variation attribute of this product.`;
      throw wrongParam("default_attributes", message);
    }
    firsts.set(attribute.id, term);
  }
  const arranged = attributes.map((attribute) => {
    const first = firsts.get(attribute.id);
    return first === undefined ? attribute : { ...attribute, termIds: withFirst(attribute.termIds, first) };
  });
  return { attributes: arranged, defaultOf: [...firsts.keys()] };
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

/** Everything that the writes refer to, found or planned, for all products at once. */
interface Named {
  own: OwnAttributes;
  terms: FoundTerms;
  /** finds terms of products whose defaults change, which may not be among those written */
  known(term: WantedTerm): number;
}

async function findNamed(tx: Tx, arranged: readonly Arranging[]): Promise<Named> {
  const namesOf = (arranging: Arranging): string[] =>
    writtenOf(arranging).flatMap(({ id, name }) => (id === null ? [name] : []));
  const own = await ownAttributes(
    tx,
    arranged.map((arranging) => ({ productId: arranging.state.id, names: namesOf(arranging) })),
  );
  const wanted = arranged.flatMap((arranging) =>
    writtenOf(arranging).flatMap((attribute): WantedTerm[] => {
      const attributeId = attribute.id ?? own.idOf(arranging.state.id, attribute.name);
      return optionsOf(attribute).map((name) => ({ attributeId, name }));
    }),
  );
  const redefaulted = arranged.filter(({ change }) => change.defaults);
  return {
    own,
    terms: await findTerms(tx, wanted),
    known: await termFinder(
      tx,
      redefaulted.flatMap(({ state }) => state.attributes.map(({ id }) => id)),
    ),
  };
}

/** @throws HttpError */
function arrange(arranging: Arranging, { own, terms, known }: Named): void {
  const { state, change } = arranging;
  const attributes = change.attributes ? newAttributes(arranging, own, terms) : state.attributes;
  const { attributes: arranged, defaultOf } = change.defaults
    ? setDefaults(change.defaults, attributes, {
        attribute: (id, name) => id ?? own.idOf(state.id, name),
        term: (term) => terms.idOf(term) || known(term),
      })
    : keepDefaults(state, attributes);
  state.attributes = arranged;
  state.kept = { ...state.kept, default_of: defaultOf };
}

/**
 * Completes products with the attributes and defaults of their writes. Missing terms and product attributes get ids;
 * the caller inserts their rows after those of the products.
 */
export async function planAttributes(tx: Tx, all: readonly Arranging[]): Promise<Planned> {
  const arranged = all.filter(({ change }) => change.attributes || change.defaults);
  if (arranged.length === 0) return { attributes: [], terms: [] };
  const named = await findNamed(tx, arranged);
  for (const arranging of arranged) {
    try {
      arrange(arranging, named);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      arranging.refusal = error;
    }
  }
  return { attributes: named.own.made, terms: named.terms.made };
}
