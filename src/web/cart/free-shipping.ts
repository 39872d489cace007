/** Pieces, of one product or several, from which delivery within Vietnam is free; the server decides by the same rule. */
export const freeShippingFrom = 2;
