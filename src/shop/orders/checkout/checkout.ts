import type { PaymentMethod, ShippingMethod } from "#contract/order.ts";
import type { WardChoice } from "#shop/locations/index.ts";

export interface WantedLine {
  productId: number;
  variationId: number | null;
  quantity: number;
}

/** A place as it was typed; for a shipment the names come from the chosen ward instead. */
export interface TypedPlace {
  firstName: string;
  lastName: string;
  street: string;
  ward: string;
  district: string;
  province: string;
  postcode: string;
}

/** What a shopper asks for, whichever call carried it. Prices, totals, status and customer are not in it. */
export interface Checkout {
  paymentMethod: PaymentMethod;
  lines: readonly WantedLine[];
  shippingMethod: ShippingMethod;
  email: string;
  /** `+84…` */
  phone: string;
  billing: TypedPlace;
  /** who receives the parcel, and where */
  shipping: TypedPlace;
  /** null for a pickup */
  ward: WardChoice | null;
  note: string;
  metaData: readonly { key: string; value: string | number }[];
}
