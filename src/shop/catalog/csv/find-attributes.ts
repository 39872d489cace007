import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { findTerms, insertTerms, type TermRef } from "../find-terms.ts";
import { insertAttribute } from "../taxonomies/write-attribute.ts";
import { firstFree, plainSlug } from "../slugs.ts";
import type { LineAttribute, TranslatedName } from "./parse-product-line.ts";
import { foldedName } from "./scan-lines.ts";

interface AttributeNameRow {
  id: number;
  slug: string;
  vi: string;
  en: string;
}

/** WooCommerce's limit, see write-attribute.ts; leaves room for a number */
const maxSlug = 28;
const roomForNumber = 4;
const bareSlug = (name: string): string => plainSlug(name).replace(/^pa_/, "");

/**
 * Only a name without diacritics is matched by slug: "Độ dày" and "Độ dây" differ, though both have the slug do-day.
 */
const isPlain = (name: string): boolean => /^[\x20-\x7e]*$/.test(name.trim());

/** Finds shared attributes by name in either language, or by slug. */
export class AttributeFinder {
  private readonly tx: Tx;
  private readonly found = new Map<string, number>();

  private constructor(tx: Tx) {
    this.tx = tx;
  }

  static async open(tx: Tx): Promise<AttributeFinder> {
    const finder = new AttributeFinder(tx);
    const rows = await tx.all<AttributeNameRow>(sql`
      select id, slug, name ->> 'vi' vi, name ->> 'en' en from attribute where product_id is null order by menu_order, id`);
    for (const name of ["vi", "en", "slug"] as const) {
      for (const row of rows) {
        const key = foldedName(row[name]);
        if (!finder.found.has(key)) finder.found.set(key, row.id);
      }
    }
    return finder;
  }

  /** The attribute with a name, which is created if it does not exist. @throws HttpError */
  async idOf({ name, en }: TranslatedName): Promise<number> {
    const bySlug = isPlain(name) ? this.found.get(`pa_${bareSlug(name)}`) : undefined;
    const known = this.found.get(foldedName(name)) ?? bySlug;
    if (known !== undefined) return known;
    const slug = this.freeSlug(name);
    const body = { name, slug: slug || undefined, translations: en ? { en: { name: en } } : undefined };
    const id = await insertAttribute(this.tx, body, "vi");
    this.found.set(foldedName(name), id).set(`pa_${slug}`, id);
    return id;
  }

  private freeSlug(name: string): string {
    const slug = bareSlug(name);
    if (slug.length <= maxSlug && !this.found.has(`pa_${slug}`)) return slug;
    const short = slug.slice(0, maxSlug - roomForNumber).replace(/-+$/, "");
    return firstFree(`pa_${short}`, new Set(this.found.keys())).replace(/^pa_/, "");
  }

  /** Creates the missing terms, with their English names. */
  async createTerms(all: readonly { id: number; attribute: LineAttribute }[]): Promise<void> {
    const terms = all.flatMap(({ id, attribute }): TermRef[] =>
      attribute.options.map(({ name, en }) => ({ attributeId: id, name, en })),
    );
    await insertTerms(this.tx, (await findTerms(this.tx, terms)).created);
  }
}
