/** A product or variation on sale. */
export interface SaleItem {
  productId: number;
  variationId: number;
  stockId: number;
  price: number;
}

export interface Wanted {
  item: SaleItem;
  quantity: number;
}

/** The line items of an order request. */
export const linesOf = (wanted: readonly Wanted[]) =>
  wanted.map(({ item, quantity }) => ({
    product_id: item.productId,
    ...(item.variationId ? { variation_id: item.variationId } : {}),
    quantity,
  }));
