import type { WriteVariationAttribute } from "#contract/woo/variation.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { findTerms, insertTerms } from "../find-terms.ts";
import { wrongParam } from "../products/refusals.ts";
import { plainSlug } from "../slugs.ts";
import type { Option, Parent, StoredVariation } from "./parent.ts";

export type Choice = StoredVariation["choices"][number];

const folded = (text: string): string => text.normalize("NFC").trim().toLowerCase();
const bare = (slug: string): string => slug.replace(/^pa_/, "");

/** Name before slug: "Độ dày" and "Độ dây" differ, but both have the slug do-day. */
const called = (options: readonly Option[], name: string): Option | undefined =>
  options.find(({ names }) => names.some((one) => folded(one) === folded(name))) ??
  options.find(({ slug }) => bare(slug) === bare(plainSlug(name)));

/** Finds the attribute of an entry: by id, else by slug, else by name in either language. */
function optionOf({ options }: Parent, { id, slug, name }: WriteVariationAttribute): Option | undefined {
  if (id) return options.find(({ attributeId, shared }) => shared && attributeId === id);
  const bySlug = slug ? options.find((option) => option.slug === slug || bare(option.slug) === bare(slug)) : undefined;
  return bySlug ?? (name ? called(options, name) : undefined);
}

interface Named {
  option: Option;
  term: string;
}

/** @throws HttpError 400 for an attribute that is not used for variations, or one that occurs twice */
function namedChoices(parent: Parent, written: readonly WriteVariationAttribute[]): Named[] {
  const named: Named[] = [];
  for (const [index, choice] of written.entries()) {
    if (!choice.option) continue; // any: WooCommerce's "" and a missing one
    const option = optionOf(parent, choice);
    const entry = `attributes[${index}]`;
    if (!option) {
      const names = parent.options.map(({ names: [name] }) => name).join(", ") || "none";
      throw wrongParam("attributes", `${entry} must be one that the product's variations are chosen by: ${names}.`);
    }
    if (named.some((one) => one.option === option)) throw wrongParam("attributes", `${entry} must be named once.`);
    named.push({ option, term: choice.option });
  }
  return named;
}

const offered = ({ option, term }: Named): number | undefined =>
  option.terms.find(({ names }) => names.some((name) => folded(name) === folded(term)))?.id;

/** Adds terms to the product's options: found or created, and placed after the others, so that they can be selected. */
async function offer(tx: Tx, parent: Parent, missing: readonly Named[]): Promise<void> {
  const wanted = missing.map(({ option, term }) => ({ attributeId: option.attributeId, name: term }));
  const terms = await findTerms(tx, wanted);
  await insertTerms(tx, terms.made);
  const ids = wanted.map((term) => terms.idOf(term));
  await tx.run(sql`
    insert into product_option_term (product_id, attribute_id, term_id, position)
    select ${parent.id}, w.attribute_id, w.term_id, (
      select coalesce(max(position), -1) + 1 from product_option_term o
      where o.product_id = ${parent.id} and o.attribute_id = w.attribute_id)
    from unnest(${wanted.map(({ attributeId }) => attributeId)}::integer[], ${ids}::integer[]) w (attribute_id, term_id)
    on conflict do nothing`);
  for (const [index, { option, term }] of missing.entries()) option.terms.push({ id: ids[index] ?? 0, names: [term] });
}

/**
 * Resolves the options of a write. A term that is not among the product's options is added to them, and created if the
 * attribute has none with the name: a merchant who adds the size 60 wants it to be sold. No round trip if all are
 * options already.
 * @throws HttpError 400 `rest_invalid_param` for `attributes`
 */
export async function settleChoices(
  tx: Tx,
  parent: Parent,
  written: readonly WriteVariationAttribute[],
): Promise<Choice[]> {
  const named = namedChoices(parent, written);
  const missing = named.filter((one) => offered(one) === undefined);
  if (missing.length > 0) await offer(tx, parent, missing);
  return named.map((one) => ({ attributeId: one.option.attributeId, termId: offered(one) ?? 0 }));
}

const keyOf = (choices: readonly Choice[]): string =>
  choices
    .map(({ attributeId, termId }) => `${attributeId}:${termId}`)
    .sort()
    .join();

/**
 * Rejects a second variation with the same options, as a shopper could not select one of them.
 * @throws HttpError 400 naming the other one
 */
export function refuseTwin({ variations }: Parent, id: number | null, choices: readonly Choice[]): void {
  if (choices.length === 0) return;
  const key = keyOf(choices);
  const twin = variations.find((one) => one.id !== id && one.status !== "trash" && keyOf(one.choices) === key);
  if (twin) throw wrongParam("attributes", `attributes must differ from those of variation #${twin.id}.`);
}
