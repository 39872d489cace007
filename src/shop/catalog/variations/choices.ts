import type { WriteVariationAttribute } from "#contract/woo/variation.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { findTerms, insertTerms } from "../find-terms.ts";
import { wrongParam } from "../product-errors.ts";
import { plainSlug } from "../slugs.ts";
import type { ProductOption, ParentProduct, StoredVariation } from "./parent.ts";

export type VariationOption = StoredVariation["choices"][number];

const normalizedName = (text: string): string => text.normalize("NFC").trim().toLowerCase();
const bare = (slug: string): string => slug.replace(/^pa_/, "");

/** Name before slug: "Độ dày" and "Độ dây" differ, but both have the slug do-day. */
const findByName = (options: readonly ProductOption[], name: string): ProductOption | undefined =>
  options.find(({ names }) => names.some((one) => normalizedName(one) === normalizedName(name))) ??
  options.find(({ slug }) => bare(slug) === bare(plainSlug(name)));

/** Finds the attribute of an entry: by id, else by slug, else by name in either language. */
function optionOf({ options }: ParentProduct, { id, slug, name }: WriteVariationAttribute): ProductOption | undefined {
  if (id) return options.find(({ attributeId, shared }) => shared && attributeId === id);
  const bySlug = slug ? options.find((option) => option.slug === slug || bare(option.slug) === bare(slug)) : undefined;
  return bySlug ?? (name ? findByName(options, name) : undefined);
}

interface ResolvedOption {
  option: ProductOption;
  term: string;
}

/** @throws HttpError 400 for an attribute that is not used for variations, or one that occurs twice */
function resolveOptions(parent: ParentProduct, written: readonly WriteVariationAttribute[]): ResolvedOption[] {
  const resolved: ResolvedOption[] = [];
  for (const [index, choice] of written.entries()) {
    if (!choice.option) continue; // "" or no option means any, as in WooCommerce
    const option = optionOf(parent, choice);
    const entry = `attributes[${index}]`;
    if (!option) {
      const names = parent.options.map(({ names: [name] }) => name).join(", ") || "none";
      throw wrongParam("attributes", `${entry} must be one that the product's variations are chosen by: ${names}.`);
    }
    if (resolved.some((one) => one.option === option)) throw wrongParam("attributes", `${entry} must be named once.`);
    resolved.push({ option, term: choice.option });
  }
  return resolved;
}

const offeredTermId = ({ option, term }: ResolvedOption): number | undefined =>
  option.terms.find(({ names }) => names.some((name) => normalizedName(name) === normalizedName(term)))?.id;

/** Adds terms to the product's options: found or created, and placed after the others, so that they can be selected. */
async function addOptionTerms(tx: Tx, parent: ParentProduct, missing: readonly ResolvedOption[]): Promise<void> {
  const requested = missing.map(({ option, term }) => ({ attributeId: option.attributeId, name: term }));
  const terms = await findTerms(tx, requested);
  await insertTerms(tx, terms.created);
  const ids = requested.map((term) => terms.idOf(term));
  await tx.run(sql`
    insert into product_option_term (product_id, attribute_id, term_id, position)
    select ${parent.id}, w.attribute_id, w.term_id, (
      select coalesce(max(position), -1) + 1 from product_option_term o
      where o.product_id = ${parent.id} and o.attribute_id = w.attribute_id)
    from unnest(${requested.map(({ attributeId }) => attributeId)}::integer[], ${ids}::integer[]) w (attribute_id, term_id)
    on conflict do nothing`);
  for (const [index, { option, term }] of missing.entries()) option.terms.push({ id: ids[index] ?? 0, names: [term] });
}

/**
 * Resolves the options of a write. A term that is not among the product's options is added to them, and created if the
 * attribute has no term of that name: a variation in a new size is created by one request. No query if all terms are
 * options already.
 * @throws HttpError 400 `rest_invalid_param` for `attributes`
 */
export async function resolveChoices(
  tx: Tx,
  parent: ParentProduct,
  written: readonly WriteVariationAttribute[],
): Promise<VariationOption[]> {
  const resolved = resolveOptions(parent, written);
  const missing = resolved.filter((one) => offeredTermId(one) === undefined);
  if (missing.length > 0) await addOptionTerms(tx, parent, missing);
  return resolved.map((one) => ({ attributeId: one.option.attributeId, termId: offeredTermId(one) ?? 0 }));
}

/** A string that is equal for equal options in any order. */
export const choicesKey = (choices: readonly VariationOption[]): string =>
  choices
    .map(({ attributeId, termId }) => `${attributeId}:${termId}`)
    .sort()
    .join();

/**
 * Rejects a second variation with the same options, as a shopper could not select one of them.
 * @throws HttpError 400 naming the other one
 */
export function assertUniqueChoices(
  { variations }: ParentProduct,
  id: number | null,
  choices: readonly VariationOption[],
): void {
  if (choices.length === 0) return;
  const key = choicesKey(choices);
  const duplicate = variations.find(
    (one) => one.id !== id && one.status !== "trash" && choicesKey(one.choices) === key,
  );
  if (duplicate) throw wrongParam("attributes", `attributes must differ from those of variation #${duplicate.id}.`);
}
