import type { Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { type FoundTerms, findTerms, type NewTerm, termFinder, type TermRef } from "../find-terms.ts";
import { type NewAttribute, type OwnAttributes, ownAttributes } from "./own-attributes.ts";
import type { ProductChange, AttributeWrite } from "./product-change.ts";
import type { ProductAttribute, ProductState } from "./product-state.ts";
import { wrongParam } from "../product-errors.ts";

/** A product whose attributes a write changes; `state` is completed in place, or `error` is set. */
export interface AttributeTask {
  state: ProductState;
  change: ProductChange;
  error: HttpError | null;
}

/** Attributes and terms to be stored before the products' parts. */
export interface PlannedAttributes {
  attributes: NewAttribute[];
  terms: NewTerm[];
}

/** Unique names, case-insensitively; WooCommerce drops an attribute without options. */
function optionsOf({ options }: Pick<AttributeWrite, "options">): string[] {
  const named = options.map((option) => option.trim()).filter(Boolean);
  return [...new Map(named.map((option) => [option.toLowerCase(), option])).values()];
}

const writtenOf = ({ change }: AttributeTask): AttributeWrite[] =>
  (change.attributes ?? []).filter((attribute) => optionsOf(attribute).length > 0);

const withFirst = (ids: readonly number[], first: number): number[] => [first, ...ids.filter((id) => id !== first)];

/** Existing defaults stay if they can still be selected. */
function retainDefaults(before: ProductState, attributes: readonly ProductAttribute[]) {
  const isDefault = (id: number): boolean => before.extra.default_of?.includes(id) ?? true;
  const defaults = before.attributes.filter(({ id, variation }) => variation && isDefault(id));
  const retained: number[] = [];
  const arranged = attributes.map((attribute) => {
    const first = defaults.find(({ id }) => id === attribute.id)?.termIds[0];
    if (!attribute.variation || first === undefined || !attribute.termIds.includes(first)) return attribute;
    retained.push(attribute.id);
    return { ...attribute, termIds: withFirst(attribute.termIds, first) };
  });
  return { attributes: arranged, defaultOf: retained };
}

/** The merchant's defaults become the first options. @throws HttpError for one that cannot be selected */
function setDefaults(
  defaults: NonNullable<ProductChange["defaults"]>,
  attributes: readonly ProductAttribute[],
  find: { attribute(id: number | null, name: string): number; term(term: TermRef): number },
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

function newAttributes(task: AttributeTask, own: OwnAttributes, terms: FoundTerms): ProductAttribute[] {
  const written = writtenOf(task).map((attribute) => ({
    ...attribute,
    attributeId: attribute.id ?? own.idOf(task.state.id, attribute.name),
  }));
  const duplicate = written.find(
    ({ attributeId }, index) => written.findIndex((one) => one.attributeId === attributeId) < index,
  );
  if (duplicate) throw wrongParam("attributes", `attributes names ${duplicate.id ?? `"${duplicate.name}"`} twice.`);
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
interface AttributeReferences {
  own: OwnAttributes;
  terms: FoundTerms;
  /** finds terms of products whose defaults change, which may not be among those written */
  findTerm(term: TermRef): number;
}

async function findReferences(tx: Tx, arranged: readonly AttributeTask[]): Promise<AttributeReferences> {
  const namesOf = (task: AttributeTask): string[] =>
    writtenOf(task).flatMap(({ id, name }) => (id === null ? [name] : []));
  const own = await ownAttributes(
    tx,
    arranged.map((task) => ({ productId: task.state.id, names: namesOf(task) })),
  );
  const requested = arranged.flatMap((task) =>
    writtenOf(task).flatMap((attribute): TermRef[] => {
      const attributeId = attribute.id ?? own.idOf(task.state.id, attribute.name);
      return optionsOf(attribute).map((name) => ({ attributeId, name }));
    }),
  );
  const redefaulted = arranged.filter(({ change }) => change.defaults);
  return {
    own,
    terms: await findTerms(tx, requested),
    findTerm: await termFinder(
      tx,
      redefaulted.flatMap(({ state }) => state.attributes.map(({ id }) => id)),
    ),
  };
}

/** @throws HttpError */
function applyAttributes(task: AttributeTask, { own, terms, findTerm }: AttributeReferences): void {
  const { state, change } = task;
  const attributes = change.attributes ? newAttributes(task, own, terms) : state.attributes;
  const { attributes: arranged, defaultOf } = change.defaults
    ? setDefaults(change.defaults, attributes, {
        attribute: (id, name) => id ?? own.idOf(state.id, name),
        term: (term) => terms.idOf(term) || findTerm(term),
      })
    : retainDefaults(state, attributes);
  state.attributes = arranged;
  state.extra = { ...state.extra, default_of: defaultOf };
}

/**
 * Completes products with the attributes and defaults of their writes. Missing terms and product attributes get ids;
 * the caller inserts their rows after those of the products.
 */
export async function planAttributes(tx: Tx, all: readonly AttributeTask[]): Promise<PlannedAttributes> {
  const arranged = all.filter(({ change }) => change.attributes || change.defaults);
  if (arranged.length === 0) return { attributes: [], terms: [] };
  const named = await findReferences(tx, arranged);
  for (const task of arranged) {
    try {
      applyAttributes(task, named);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      task.error = error;
    }
  }
  return { attributes: named.own.created, terms: named.terms.created };
}
