import type { BodyOf } from "#contract/endpoint.ts";
import type { selfServiceEndpoints } from "#contract/endpoints/self-service.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, subtract, sum } from "#contract/money.ts";
import type { AddressQuote } from "#contract/self-service.ts";
import type { StoredAddress } from "#contract/address.ts";
import { bridgeOrderAddress, type DeliveryPlace, pricedPlaceOf, resolveChoice } from "#shop/addresses/index.ts";
import { toOrderLocation } from "#shop/checkout/index.ts";
import { findBookedParcel, shippingItemsOf } from "#shop/fulfilment/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import { isAddressSearchOn } from "#shop/kernel/settings/address-form.ts";
import { resolveWard } from "#shop/locations/index.ts";
import { findOrder, type Order } from "#shop/orders/index.ts";
import { type AppContextWithGateways, pollOpenPayments } from "#shop/payment-flow/index.ts";
import { quoteShipping } from "#shop/shipping/index.ts";
import { assertAllows } from "./change-order.ts";
import { readFacts } from "./facts.ts";
import type { OwnedOrder } from "./owner.ts";
import { promiseFor } from "./promise-for.ts";
import { requestEdit } from "./request-edit.ts";

type QuotedPlace = BodyOf<typeof selfServiceEndpoints.quoteAddress>;
type AddressBody = BodyOf<typeof selfServiceEndpoints.changeAddress>;

interface QuotedChange {
  order: Order;
  ward: DeliveryPlace;
  /** in both schemes; null while the search of addresses is off */
  address: StoredAddress | null;
  cost: Dong;
  free: boolean;
  totals: AddressQuote;
}

const totalWith = ({ total, shippingTotal }: Pick<Order, "total" | "shippingTotal">, cost: Dong): Dong =>
  sum([subtract(total, shippingTotal), cost]);

/** The ward by a choice or by the carrier's ids. @throws HttpError 400 for no ward, and one that is not in the district */
async function destinationOf(
  shop: AppContext,
  { address_choice: choice, province_id, district_id, ward_code }: QuotedPlace,
  { line, lang }: { line: string; lang: Language },
): Promise<Pick<QuotedChange, "ward" | "address">> {
  if (choice) {
    if (!(await isAddressSearchOn(shop))) throw invalidParam("address_choice", t(lang, "address.search_off"));
    const chosen = await resolveChoice(shop, choice, line);
    if (!chosen) throw invalidParam("address_choice", t(lang, "address.unknown_ward"));
    return { ward: chosen.place, address: chosen.address };
  }
  const ids = { province: province_id ?? 0, districtId: district_id ?? 0, wardCode: ward_code ?? "" };
  const ward = await resolveWard(shop, ids);
  if (!ward) throw invalidParam("ward_code", t(lang, "order_errors.ward_mismatch"));
  return { ward, address: await bridgeOrderAddress(shop, ward, line) };
}

/**
 * The order with a new destination, priced by the carrier.
 * @throws HttpError 404; 409 `lianne_state` before the carrier is called; 400 for no ward, or one that is not in the district
 */
async function quoted(
  shop: AppContext,
  own: OwnedOrder,
  place: QuotedPlace & { address_1?: string },
): Promise<QuotedChange> {
  const { orderId, lang } = own;
  await assertAllows(shop.db, own, "change_address");
  const order = await findOrder(shop.db, orderId);
  if (!order) throw notFoundIn(lang);
  const { ward, address } = await destinationOf(shop, place, { line: place.address_1 ?? "", lang });
  const items = await shippingItemsOf(shop, order);
  const destination = await pricedPlaceOf(shop, ward);
  const { cost, free } = await quoteShipping(shop, { method: order.shippingMethod, destination, items });
  const totals = {
    ...{ shipping_before: order.shippingTotal, shipping_after: cost },
    ...{ total_before: order.total, total_after: totalWith(order, cost) },
  };
  return { order, ward, address, cost, free, totals };
}

/** What the order would cost with another destination; nothing changes. @throws HttpError 404, 400, 409 `lianne_state` */
export const quoteAddress = async (shop: AppContext, own: OwnedOrder, place: QuotedPlace): Promise<AddressQuote> =>
  (await quoted(shop, own, place)).totals;

/**
 * Sends an owner's order to another address, at the price that was shown; a booked parcel is booked again by a job.
 * @throws HttpError 404; 400; 409 as {@link requestEdit}, `lianne_price_changed` with `data.quote`
 */
export async function changeAddress(shop: AppContextWithGateways, own: OwnedOrder, body: AddressBody): Promise<void> {
  // an order that is paid by now is not changed as unpaid
  await pollOpenPayments(shop, [own.orderId], { forCash: false, lang: own.lang });
  const {
    order: { lines },
    ward,
    address,
    cost,
    free,
    totals,
  } = await quoted(shop, own, body);
  if (totals.total_after !== body.expected_total)
    throw new HttpError(409, "lianne_price_changed", t(own.lang, "self_service.price_changed"), {
      extra: { quote: totals },
    });
  const location = toOrderLocation(ward, address);
  const paid = (await readFacts(shop.db, [own.orderId])).get(own.orderId)?.paid ?? false;
  // for a change that is paid first, its job computes them
  const promise = paid && totals.total_after > totals.total_before ? null : await promiseFor(shop, lines, location);
  const place = { address_2: ward.wardName, state: ward.districtName, city: ward.provinceName };
  await requestEdit(shop, {
    change: { ...own, version: body.version, actions: ["change_address"] },
    expected: body.expected_total,
    compute: async (tx, order) => ({
      edit: {
        kind: "address",
        shipping: { ...place, address_1: body.address_1, postcode: body.postcode },
        ...{ location, cost, free, parcelId: await findBookedParcel(tx, order.id) },
      },
      totalAfter: totalWith(order, cost),
      takes: null,
      promise,
    }),
  });
}
