import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { defaultCategoryId, defaultCategorySlug } from "../taxonomies/default-category.ts";
import { insertCategory } from "../taxonomies/write-category.ts";
import { ProductLineError, wrong } from "./outcomes.ts";
import type { TranslatedName } from "./parse-product-line.ts";
import { foldedName } from "./scan-lines.ts";

interface CategoryNameRow {
  id: number;
  slug: string;
  parentId: number | null;
  vi: string;
  en: string;
}

const keyOf = (parentId: number | null, name: string): string => `${parentId ?? 0}:${foldedName(name)}`;

const maxName = 200;

/** Finds categories by their path from the top down. */
export class CsvCategoryFinder {
  private readonly tx: Tx;
  private readonly found = new Map<string, number>();
  private default: number | null = null;

  private constructor(tx: Tx) {
    this.tx = tx;
  }

  static async open(tx: Tx): Promise<CsvCategoryFinder> {
    const finder = new CsvCategoryFinder(tx);
    const rows = await tx.all<CategoryNameRow>(sql`
      select id, slug, parent_id "parentId", name ->> 'vi' vi, name ->> 'en' en from category order by menu_order, id`);
    for (const name of ["vi", "en", "slug"] as const) {
      for (const row of rows) {
        const key = keyOf(row.parentId, row[name]);
        if (!finder.found.has(key)) finder.found.set(key, row.id);
      }
    }
    finder.default = rows.find(({ slug }) => slug === defaultCategorySlug)?.id ?? null;
    return finder;
  }

  /** The category at the end of a path, which is created if it does not exist. @throws ProductLineError, HttpError */
  async idOf(path: readonly TranslatedName[]): Promise<number> {
    let parentId: number | null = null;
    for (const step of path) parentId = this.found.get(keyOf(parentId, step.name)) ?? (await this.make(parentId, step));
    if (parentId === null) throw new ProductLineError(wrong("categories", "must name a category."));
    return parentId;
  }

  private async make(parentId: number | null, { name, en }: TranslatedName): Promise<number> {
    if (name.length > maxName)
      throw new ProductLineError(wrong("categories", `${name.slice(0, 40)}… is too long for a name.`));
    const isDefault = parentId === null && ["chưa phân loại", "uncategorized"].includes(foldedName(name));
    const id: number = isDefault
      ? (this.default ?? (await defaultCategoryId(this.tx)))
      : await insertCategory(this.tx, {
          body: { name, parent: parentId ?? 0, translations: en ? { en: { name: en } } : undefined },
          ...{ lang: "vi", pictureId: undefined, giftPictureId: undefined },
        });
    this.found.set(keyOf(parentId, name), id);
    return id;
  }
}
