import { versionOfRecord } from "#shop/kernel/request/if-match.ts";
import type { StoredVariation } from "./variations/parent.ts";
import type { ProductState } from "./products/product-state.ts";

/** Stock that is sold, and a sale price that starts or ends by its dates, are no changes of the record. */
const unsold = ({ managed, quantity }: { managed: boolean; quantity: number }) => (managed ? null : quantity);

/** Version of a product without its variations, for `If-Match`. */
export const productVersion = (state: ProductState): string =>
  versionOfRecord({
    ...state,
    quantity: unsold(state),
    ...{ salePrice: null, regularPrice: state.type === "simple" ? state.regularPrice : null },
  });

/** Version of a variation, for `If-Match`. */
export const variationVersion = (stored: StoredVariation): string =>
  versionOfRecord({ ...stored, quantity: unsold(stored) });
