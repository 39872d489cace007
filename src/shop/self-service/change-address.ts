import type { BodyOf } from "#contract/endpoint.ts";
import type { selfServiceEndpoints } from "#contract/endpoints/self-service.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, subtract, sum } from "#contract/money.ts";
import type { AddressQuote } from "#contract/self-service.ts";
import { bridgeOrderAddress } from "#shop/addresses/index.ts";
import { toOrderLocation } from "#shop/checkout/index.ts";
import { findBookedParcel, shippingItemsOf } from "#shop/fulfilment/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import { resolveWard, type WardSnapshot } from "#shop/locations/index.ts";
import { findOrder, type Order } from "#shop/orders/index.ts";
import { type AppContextWithGateways, pollOpenPayments } from "#shop/payment-flow/index.ts";
import { quoteShipping } from "#shop/shipping/index.ts";
import type { OrderOwner } from "./owner.ts";
import { requestEdit } from "./request-edit.ts";

type QuotedPlace = BodyOf<typeof selfServiceEndpoints.quoteAddress>;
type AddressBody = BodyOf<typeof selfServiceEndpoints.changeAddress>;
interface OwnAddress {
  owner: OrderOwner;
  orderId: number;
  lang: Language;
}

interface Quoted {
  ward: WardSnapshot;
  cost: Dong;
  free: boolean;
  totals: AddressQuote;
}

const totalWith = ({ total, shippingTotal }: Pick<Order, "total" | "shippingTotal">, cost: Dong): Dong =>
  sum([subtract(total, shippingTotal), cost]);

/** The order with a new destination, priced by the carrier. @throws HttpError 404, 400 for a ward that is not in the district */
async function quoted(shop: AppContext, { orderId, lang }: OwnAddress, place: QuotedPlace): Promise<Quoted> {
  const order = await findOrder(shop.db, orderId);
  if (!order) throw notFoundIn(lang);
  const { province_id: province, district_id: districtId, ward_code: wardCode } = place;
  const ward = await resolveWard(shop, { province, districtId, wardCode });
  if (!ward) throw invalidParam("ward_code", t(lang, "order_errors.ward_mismatch"));
  const items = await shippingItemsOf(shop, order);
  const destination = { districtId, wardCode };
  const { cost, free } = await quoteShipping(shop, { method: order.shippingMethod, destination, items });
  const totals = {
    ...{ shipping_before: order.shippingTotal, shipping_after: cost },
    ...{ total_before: order.total, total_after: totalWith(order, cost) },
  };
  return { ward, cost, free, totals };
}

/** What the order would cost with another destination; nothing changes. @throws HttpError 404, 400 */
export const quoteAddress = async (shop: AppContext, own: OwnAddress, place: QuotedPlace): Promise<AddressQuote> =>
  (await quoted(shop, own, place)).totals;

/**
 * Sends an owner's order to another address, at the price that was shown; a booked parcel is booked again by a job.
 * @throws HttpError 404; 400; 409 as {@link requestEdit}, `lianne_price_changed` with `data.quote`
 */
export async function changeAddress(shop: AppContextWithGateways, own: OwnAddress, body: AddressBody): Promise<void> {
  // an order that is paid by now is not changed as unpaid
  await pollOpenPayments(shop, [own.orderId], { forCash: false, lang: own.lang });
  const { ward, cost, free, totals } = await quoted(shop, own, body);
  if (totals.total_after !== body.expected_total)
    throw new HttpError(409, "lianne_price_changed", t(own.lang, "self_service.price_changed"), {
      extra: { quote: totals },
    });
  const address = await bridgeOrderAddress(shop, ward, body.address_1);
  const place = { address_2: ward.wardName, state: ward.districtName, city: ward.provinceName };
  await requestEdit(shop, {
    change: { ...own, version: body.version, actions: ["change_address"] },
    expected: body.expected_total,
    compute: async (tx, order) => ({
      edit: {
        kind: "address",
        shipping: { ...place, address_1: body.address_1, postcode: body.postcode },
        location: toOrderLocation(ward, address),
        ...{ cost, free, parcelId: await findBookedParcel(tx, order.id) },
      },
      totalAfter: totalWith(order, cost),
      takes: null,
    }),
  });
}
