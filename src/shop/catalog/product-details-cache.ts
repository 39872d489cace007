import type { Translated } from "#contract/language.ts";
import type { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { TaggedCache } from "#shop/kernel/cache/tagged-cache.ts";
import type { StoredGift } from "./gifts.ts";
import type { StoredPicture } from "./stored-picture.ts";

/** Data of a product that seldom changes and is expensive to query; the same for all of its variations. */
export interface ProductDetails {
  picture: StoredPicture | null;
  /** the first that is not hidden */
  category: { id: number; slug: string; name: Translated } | null;
  gifts: StoredGift[];
  /** of a product that is made to order; null for others */
  makingDays: number | null;
}

/** The cached details at the start of a query. */
export interface KnownDetails {
  /** ids of the cached products as a PostgreSQL array: the query leaves out their details */
  readonly ids: string;
  get(productId: number): ProductDetails | undefined;
  /** Caches details that the query has read, unless they were invalidated since. */
  store(productId: number, details: ProductDetails): void;
}

/** a limit, because every query sends the ids of all cached products */
const maxProducts = 500;
/** invalidates popularity only, which is no part of the details */
const salesTag = "sales";
const productTag = /^product:\d+$/;

/** Caches product details, but never prices or stock. */
export class ProductDetailsCache extends TaggedCache<number, ProductDetails> {
  /** a query must find all details whose ids it sent, even if they are removed while it runs */
  #snapshot: { ids: string; details: ReadonlyMap<number, ProductDetails> } | undefined;

  constructor() {
    super({ maxSize: maxProducts });
  }

  /** Runs a query that reads details only for the products that are not cached. */
  query<Result>(run: (known: KnownDetails) => Promise<Result>): Promise<Result> {
    this.#snapshot ??= this.#takeSnapshot();
    const { ids, details } = this.#snapshot;
    return this.read((store) =>
      run({
        ids,
        get: (productId) => this.get(productId) ?? details.get(productId),
        store: (productId, loaded) => {
          this.#snapshot = undefined;
          store(productId, loaded, [`product:${productId}`]);
        },
      }),
    );
  }

  #takeSnapshot() {
    const details = new Map<number, ProductDetails>();
    for (const [id, each] of this.entries()) details.set(id, each);
    return { ids: `{${[...details.keys()].join(",")}}`, details };
  }

  /** A tag of one product removes its details; any other tag, of names or categories, removes all. */
  override invalidate(tags: readonly string[]): void {
    this.#snapshot = undefined;
    const relevant = tags.filter((tag) => tag !== salesTag);
    if (relevant.every((tag) => productTag.test(tag))) super.invalidate(relevant);
    else this.clear();
  }

  override clear(): void {
    this.#snapshot = undefined;
    super.clear();
  }
}

const caches = new WeakMap<ResponseCache, ProductDetailsCache>();

/** The product details cache that is invalidated together with a response cache. */
export function productDetailsOf(cache: ResponseCache): ProductDetailsCache {
  const existing = caches.get(cache);
  if (existing) return existing;
  const created = cache.registerDependent(new ProductDetailsCache());
  caches.set(cache, created);
  return created;
}
