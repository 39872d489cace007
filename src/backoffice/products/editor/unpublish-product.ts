import { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import type { LoadedProduct } from "./records.ts";
import { loadProduct } from "./use-product.ts";

/** How often it is repeated while others change the product. */
const maxMerges = 3;

/**
 * Makes a product a draft. What others have changed meanwhile stays as it is, unless it is the status. @param loaded as the page shows it
 * @throws CallError 412 with the product as it is now, if another person changed its status
 */
export async function unpublishProduct(loaded: LoadedProduct, key: string): Promise<void> {
  const { id, status } = loaded.product;
  let { etag } = loaded;
  for (let merges = 0; ; merges++) {
    try {
      // another version is another request
      const options = { path: { id }, body: { status: "draft" as const }, key: `${key}-${merges}`, ifMatch: etag };
      await call("PUT wc/products/{id}", options);
      return;
    } catch (error) {
      if (!(error instanceof CallError && error.status === 412) || merges >= maxMerges) throw error;
      const now = await loadProduct(id);
      if (now.product.status !== status) throw error;
      etag = now.etag;
    }
  }
}
