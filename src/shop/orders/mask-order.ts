import { maskEmail, maskName, maskPhone } from "#contract/masked-contact.ts";
import { type Buyer, isGuest } from "#shop/kernel/auth/buyer.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { orderMeta } from "#contract/order-meta.ts";
import type { Order, OrderAddress, OrderLocation } from "./order.ts";

/** For this long the browser of a guest sees the order's contact in full. */
const fullMs = dayMs;

/** Only the ward and the province of an address stay; first and last name are masked as one name, family name first. */
export function maskAddress<Address extends OrderAddress>(address: Address): Address {
  const words = maskName(`${address.last_name} ${address.first_name}`).split(" ");
  return {
    ...address,
    first_name: words.at(-1) ?? "",
    last_name: words.slice(0, -1).join(" "),
    company: "",
    address_1: "",
    state: "",
    postcode: "",
    phone: maskPhone(address.phone),
  };
}

const addressKeys: ReadonlySet<string> = new Set(Object.values(orderMeta));

/** Ward and province alone, in both schemes. */
const maskLocation = ({ address, ...location }: OrderLocation): OrderLocation => ({
  ...location,
  district_id: 0,
  district_name: "",
  ...(address && {
    address: {
      ...address,
      ...{ line: "", typed: "" },
      old: address.old && { ...address.old, district_code: "", district_name: "" },
    },
  }),
});

/** The order with its contact masked, without the note and what identifies the device. */
export const maskOrder = <Stored extends Order>(order: Stored): Stored => ({
  ...order,
  billing: { ...maskAddress(order.billing), email: maskEmail(order.billing.email) },
  shipping: maskAddress(order.shipping),
  location: order.location && maskLocation(order.location),
  customerNote: "",
  customerIp: null,
  userAgent: "",
  metaData: order.metaData.filter(({ key }) => !addressKeys.has(key)),
});

/** The order as its buyer sees it: masked for a guest after a day. */
export const orderFor = (buyer: Buyer, order: Order, now: Date): Order =>
  isGuest(buyer) && now.getTime() - order.createdAt.getTime() > fullMs ? maskOrder(order) : order;
