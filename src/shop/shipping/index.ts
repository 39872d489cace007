export { quoteShipping, type ShippingAsked, type ShippingQuote } from "./quote-shipping.ts";
