import { sql, type Tx } from "../../kernel/database.ts";
import { findTerms, insertTerms, type WantedTerm } from "../find-terms.ts";
import { insertAttribute } from "../shelves/write-attribute.ts";
import { plainSlug } from "../slugs.ts";
import type { LineAttribute, Named } from "./product-line.ts";
import { foldedName } from "./scan-lines.ts";

interface Row {
  id: number;
  slug: string;
  vi: string;
  en: string;
}

/** WooCommerce's limit, see write-attribute.ts */
const maxSlug = 28;
const slugOf = (name: string): string => plainSlug(name).replace(/^pa_/, "").slice(0, maxSlug).replace(/-+$/, "");

/** The shop's own attributes by name in either language, or by slug. */
export class AttributeFinder {
  private readonly tx: Tx;
  private readonly found = new Map<string, number>();

  private constructor(tx: Tx) {
    this.tx = tx;
  }

  static async open(tx: Tx): Promise<AttributeFinder> {
    const finder = new AttributeFinder(tx);
    const rows = await tx.all<Row>(sql`
      select id, slug, name ->> 'vi' vi, name ->> 'en' en from attribute where product_id is null order by menu_order, id`);
    for (const name of ["vi", "en", "slug"] as const) {
      for (const row of rows) {
        const key = foldedName(row[name]);
        if (!finder.found.has(key)) finder.found.set(key, row.id);
      }
    }
    return finder;
  }

  /** The attribute of a name, which is made where it is not there. @throws Refusal */
  async idOf({ name, en }: Named): Promise<number> {
    const known = this.found.get(foldedName(name)) ?? this.found.get(`pa_${slugOf(name)}`);
    if (known !== undefined) return known;
    const body = { name, slug: slugOf(name) || undefined, translations: en ? { en: { name: en } } : undefined };
    const id = await insertAttribute(this.tx, body, "vi");
    this.found.set(foldedName(name), id);
    return id;
  }

  /** Makes the terms that are not there, with their names in English. */
  async makeTerms(all: readonly { id: number; attribute: LineAttribute }[]): Promise<void> {
    const wanted = all.flatMap(({ id, attribute }): WantedTerm[] =>
      attribute.options.map(({ name, en }) => ({ attributeId: id, name, en })),
    );
    await insertTerms(this.tx, (await findTerms(this.tx, wanted)).made);
  }
}
