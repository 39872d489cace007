/** A product or variation on sale. */
export interface SaleItem {
  productId: number;
  variationId: number;
  stockId: number;
  price: number;
}

export interface RequestedItem {
  item: SaleItem;
  quantity: number;
}

/** The line items of an order request. */
export const lineItemsOf = (requested: readonly RequestedItem[]) =>
  requested.map(({ item, quantity }) => ({
    product_id: item.productId,
    ...(item.variationId ? { variation_id: item.variationId } : {}),
    quantity,
  }));
