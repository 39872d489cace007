/** What is known of products at one moment. */
export interface KnownFacts<Fact> {
  /** of the products that are known, as PostgreSQL writes an array: it need not find out about these again */
  readonly ids: string;
  of(productId: number): Fact | undefined;
  /** Keeps what was read meanwhile, unless it may have changed since. */
  learn(productId: number, fact: Fact): void;
}

/** so many are named to the database with each question */
const mostKept = 500;
/** announces no change of what products are */
const popularity = "sales";

/**
 * What seldom changes about products and takes the database long to put together, kept in this process while announcements
 * are heard. Prices and pieces left are never kept.
 */
export class ProductDetailsCache<Fact> {
  #kept = new Map<number, Fact>();
  #ids: string | null = null;
  #hearing = false;

  known(): KnownFacts<Fact> {
    const kept = this.#kept;
    this.#ids ??= `{${[...kept.keys()].join(",")}}`;
    return {
      ids: this.#ids,
      of: (productId) => kept.get(productId),
      // an announcement has put another map in its place, and what was read before it may be old
      learn: (productId, fact) => {
        if (!this.#hearing || this.#kept !== kept) return;
        // what is sold goes with each announcement, and what nobody asks for stays: full, it begins anew
        if (kept.size < mostKept) this.#learn(productId, fact);
        else this.clear();
      },
    };
  }

  #learn(productId: number, fact: Fact): void {
    this.#kept.set(productId, fact);
    this.#ids = null;
  }

  /** Lets go of what an announcement may mean: a product's own, or everything. */
  drop(tags: readonly string[]): void {
    const changed = tags.filter((tag) => tag !== popularity);
    if (changed.length === 0) return;
    const products = changed.map((tag) => Number(/^product:(\d+)$/.exec(tag)?.[1]));
    this.#replace(products.some(Number.isNaN) ? [] : [...this.#kept].filter(([id]) => !products.includes(id)));
  }

  /** Begins anew; nothing is kept while announcements are not heard. */
  hearing(yes: boolean): void {
    this.#hearing = yes;
    this.clear();
  }

  clear(): void {
    this.#replace([]);
  }

  #replace(kept: readonly (readonly [number, Fact])[]): void {
    this.#kept = new Map(kept);
    this.#ids = null;
  }
}
