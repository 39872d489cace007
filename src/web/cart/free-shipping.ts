/**
 * Number of items, of one product or several, from which delivery within Vietnam is free; the server uses the same
 * rule.
 */
export const freeShippingFrom = 2;
