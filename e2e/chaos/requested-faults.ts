/** A product or variation on sale. */
export interface Piece {
  productId: number;
  variationId: number;
  stockId: number;
  price: number;
}

export interface Wanted {
  piece: Piece;
  quantity: number;
}

/** The line items of an order request. */
export const linesOf = (wanted: readonly Wanted[]) =>
  wanted.map(({ piece, quantity }) => ({
    product_id: piece.productId,
    ...(piece.variationId ? { variation_id: piece.variationId } : {}),
    quantity,
  }));
