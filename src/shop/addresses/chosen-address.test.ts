import { beforeAll, describe, expect, test } from "vitest";
import type { AddressChoice, StoredAddress } from "#contract/address.ts";
import type { ContentResponse } from "#contract/content.ts";
import type { DeliveryPromiseView } from "#contract/delivery-promise.ts";
import { orderMeta } from "#contract/order-meta.ts";
import type { Problem } from "#contract/problem.ts";
import type { ShippingCost } from "#contract/shipping-cost.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, aKey, anOnlinePayment, benNgheOfCarrier, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { json, sql } from "#shop/kernel/db/database.ts";

interface StoredLocation {
  scheme: string;
  ward_code: string;
  old_ward?: { district_id: number; ward_code: string };
  address?: StoredAddress;
}

/** As the form sends it: names and ids of the three levels are unknown. */
const chosen = (address_choice: AddressChoice) => {
  const { billing } = aCodOrder();
  return aCodOrder({
    billing: { ...billing, address_2: "", city: "", state: "" },
    meta_data: [{ key: orderMeta.source, value: "storefront" }],
    address_choice,
  });
};
const { first_name, last_name, address_1, postcode, email, phone } = aCodOrder().billing;
const onlinePayment = (address_choice: AddressChoice) =>
  anOnlinePayment({
    billing_address: { first_name, last_name, address_1: address_1 ?? "", postcode: postcode ?? "", email, phone },
    shipping_address: { first_name, last_name, address_1: address_1 ?? "", postcode: postcode ?? "" },
    address_choice,
  });

describe.each(engines)("an address of either scheme on $name", (engine) => {
  let here: ShippingShop;
  const placed = async (choice: AddressChoice): Promise<number> => {
    const { status, body, text } = await submit(here.shopper, chosen(choice));
    expect(status, text).toBe(201);
    return body.id;
  };
  const refused = async (choice: unknown, lang = "vi"): Promise<Problem> => {
    const path = `/wp-json/wc/v3/orders?lang=${lang}`;
    const response = await here.shopper.post<Problem>(path, chosen(choice as AddressChoice), {
      "idempotency-key": aKey(),
    });
    expect(response.status).toBe(400);
    return response.body;
  };
  const stored = async (id: number): Promise<StoredLocation | undefined> =>
    (await here.shop.db.one<{ location: StoredLocation }>(sql`select location from orders where id = ${id}`))?.location;
  const order = async (id: number, lang = "vi") =>
    (await here.merchant.get<WooOrder>(`${orderPath(id)}?lang=${lang}`)).body;
  const metaOf = ({ meta_data }: WooOrder) => Object.fromEntries(meta_data.map(({ key, value }) => [key, value]));
  const read = <Body>(path: string) => here.shop.client({ headers: { authorization: null } }).get<Body>(path);
  const cost = (query: string) =>
    read<ShippingCost & Problem>(`/wp-json/ghn/v1/shipping-cost?items=${hoops.id}:1&${query}`);
  const promise = (query: string) =>
    read<DeliveryPromiseView & Problem>(`/wp-json/custom/v1/delivery-promise?items=${hoops.id}:1&${query}`);
  const carrierUrl = () => new URL(here.ghn.url).hostname;
  /** Replaces the shop's copy of a list of the carrier. */
  const cacheList = (path: string, rows: unknown[]) =>
    here.shop.db.write(sql`
      insert into carrier_response_cache (carrier, path, body, fetched_at)
      values (${`ghn ${carrierUrl()}`}, ${path}, ${json(rows)}::jsonb, ${here.shop.clock.now()}) returning path`);

  beforeAll(async () => {
    here = await openShippingShop(engine);
  });

  test("AD01, AD16: with the three selects a choice is ignored, and codes without a district are no place", async () => {
    const content = await read<ContentResponse>("/wp-json/custom-lang/v1/content/vi");
    expect(content.body).not.toHaveProperty("address_search");
    expect(Object.keys((await refused({ new: "26740" })).data.params ?? {})).toEqual(["shipping"]);
    const both = await submit(here.shopper, aCodOrder({ ward: benNgheOfCarrier, address_choice: { new: "00097" } }));
    expect(await stored(both.body.id)).toMatchObject({ scheme: "old3", ward_code: "26740" });
    expect((await stored(both.body.id))?.address).toBeUndefined();
    expect(await order(both.body.id)).not.toHaveProperty("address_label");
    expect((await cost("ward_code=26740")).body).toMatchObject({ shipping_cost: 0, free: false });
    expect(Object.keys((await cost("ward_code=26740&scheme=new2")).body.data.params ?? {})).toEqual(["scheme"]);
    expect(Object.keys((await promise("ward_code=26740")).body.data.params ?? {})).toEqual(["district_id"]);
    expect(Object.keys((await promise("ward_code=26740&scheme=new2")).body.data.params ?? {})).toEqual(["scheme"]);
    await command(here.shop, "settings set address_form search");
    await expect
      .poll(async () => (await read<ContentResponse>("/wp-json/custom-lang/v1/content/vi")).body.address_search)
      .toBe(true);
  });

  test("AD14, AD16: a new ward is ordered with its former district as state, and stored in both schemes", async () => {
    const id = await placed({ new: "26740", typed: "12 nguyen hue, sai gon" });
    const { shipping, billing, ...rest } = await order(id);
    const names = { address_1: "12 Nguyễn Huệ", address_2: "Phường Sài Gòn", city: "Thành phố Hồ Chí Minh" };
    expect(shipping).toMatchObject({ ...names, state: "Quận 1", postcode: "70000" });
    expect(billing).toMatchObject({ ...names, state: "Quận 1" });
    expect(metaOf({ shipping, billing, ...rest })).toEqual({
      [orderMeta.source]: "storefront",
      [orderMeta.scheme]: "new2",
      ...{ [orderMeta.provinceId]: 79, [orderMeta.provinceName]: "Thành phố Hồ Chí Minh" },
      ...{ [orderMeta.districtId]: 0, [orderMeta.districtName]: "Quận 1" },
      ...{ [orderMeta.wardCode]: "26740", [orderMeta.wardName]: "Phường Sài Gòn" },
    });
    expect(await stored(id)).toMatchObject({
      ...{ scheme: "new2", ward_code: "26740", old_ward: { district_id: 1760, ward_code: "26740" } },
      address: {
        ...{ line: "12 Nguyễn Huệ", new: { ward_code: "26740" }, old: null, typed: "12 nguyen hue, sai gon" },
        ...{ bridge: "chosen_new", data_version: "2026-04-30" },
      },
    });
    // its area belonged to five districts
    const mixed = await order(await placed({ new: "00097" }));
    expect(mixed.shipping).toMatchObject({ address_2: "Phường Hồng Hà", state: "", city: "Thành phố Hà Nội" });
  });

  test("AD08, AD16: an old ward of the search is an order with the carrier's ids, with or without its new ward", async () => {
    const open = await placed({ old: "26737" });
    expect((await order(open)).shipping).toMatchObject({ address_2: "Phường Đa Kao", state: "Quận 1" });
    expect(await stored(open)).toMatchObject({
      ...{ scheme: "old3", ward_code: "26737", district_id: 1760 },
      address: { new: null, old: { ward_code: "26737" }, bridge: "chosen_old" },
    });
    expect((await stored(await placed({ old: "26737", new: "26740" })))?.address).toMatchObject({
      ...{ new: { ward_code: "26740" }, old: { ward_code: "26737" }, bridge: "mapped_after_question" },
    });
    expect((await stored(await placed({ old: "00001" })))?.address).toMatchObject({
      ...{ new: { ward_code: "00097" }, bridge: "mapped" },
    });
  });

  test("AD16: a payment online takes the same choice", async () => {
    const pay = (choice: AddressChoice) =>
      here.shopper.post<Problem>("/wp-json/lianne-vnpay/v1/create-payment", onlinePayment(choice), {
        "idempotency-key": aKey(),
      });
    // no gateway is configured: the order would have been placed
    expect((await pay({ new: "26740" })).body.code).toBe("payment_method_not_offered");
    expect(Object.keys((await pay({ new: "99999" })).body.data.params ?? {})).toEqual(["shipping_address"]);
  });

  test("AD16: a choice that names no ward is refused with its field", async () => {
    expect((await refused({ new: "99999" })).data.details).toMatchObject({
      shipping: { data: { fields: { ward: "Không có phường, xã này. Vui lòng chọn lại." } } },
    });
    expect((await refused({ new: "79" }, "en")).data.params).toEqual({
      shipping: "There is no such ward. Please choose again.",
    });
    expect(Object.keys((await refused({ old: "27007", new: "26740" })).data.params ?? {})).toEqual(["shipping"]);
    expect(Object.keys((await refused({})).data.params ?? {})).toEqual(["billing"]);
    for (const choice of [{ new: "1'; --" }, { new: "26740", typed: "x".repeat(301) }, { new: "26740", typed: "a\nb" }])
      expect(Object.keys((await refused(choice)).data.params ?? {})).toEqual(["address_choice"]);
  });

  test("AD16, AD17: cost and promise take a ward of either scheme; the cost is that of the carrier's old ids", async () => {
    const { districtId, wardCode } = benNgheOfCarrier;
    const byIds = (await cost(`district_id=${districtId}&ward_code=${wardCode}`)).body;
    expect(byIds.shipping_cost).toBe(22_000);
    for (const query of ["scheme=new2&ward_code=26740", "scheme=old3&ward_code=26740", "ward_code=26740"])
      expect((await cost(query)).body).toEqual(byIds);
    expect((await order(await placed({ new: "26740" }))).shipping_total).toBe("22000");
    const hanoi = (await cost("scheme=new2&ward_code=00097")).body.shipping_cost;
    expect(hanoi).toBe((await cost("ward_code=00001")).body.shipping_cost);
    expect(hanoi).toBeGreaterThan(22_000);
    const { sentence, basis } = (await promise(`district_id=${districtId}&ward_code=${wardCode}`)).body;
    for (const query of ["scheme=new2&ward_code=26740", "ward_code=26740"])
      expect((await promise(query)).body).toMatchObject({ sentence, basis: "carrier" });
    expect(basis).toBe("carrier");
    expect((await promise("scheme=new2")).body).toMatchObject({ latest: null });
    expect((await cost("scheme=new2")).body).toMatchObject({ shipping_cost: 0, free: false });
    for (const query of ["scheme=new2&ward_code=99999", "ward_code=99999", "scheme=new2&ward_code=79"]) {
      expect(Object.keys((await cost(query)).body.data.params ?? {})).toEqual(["ward_code"]);
      expect(Object.keys((await promise(query)).body.data.params ?? {})).toEqual(["ward_code"]);
    }
    expect((await cost("scheme=new3&ward_code=26740")).status).toBe(400);
  });

  test("AD17: a new ward of which the carrier lists no old one is priced by the preview of a booking", async () => {
    // Lai Châu: no districts in the carrier's list
    const path = `master-data/district?province_id=${200 + 12}`;
    await cacheList(path, []);
    const { shipping_cost } = (await cost("scheme=new2&ward_code=03388")).body;
    expect(shipping_cost).toBe(30_000);
    expect(here.ghn.parcels()).toHaveLength(0);
  });

  test("AD17: a parcel to a new ward is booked by the exact names of the carrier's list", async () => {
    const booked = async (choice: AddressChoice) => {
      const id = await placed(choice);
      await here.move(id, "processing");
      return here.atCarrier(id);
    };
    const [parcel, ...others] = await booked({ new: "26248" });
    expect(others).toEqual([]);
    expect(parcel?.input).toMatchObject({
      ...{ is_new_to_address: true, to_ward_name: "Xã Trảng Bom", to_province_name: "Tỉnh Đồng Nai" },
      to_address: "12 Nguyễn Huệ, Phường Trảng Bom, Đồng Nai",
    });
    expect(parcel?.input).not.toHaveProperty("to_district_id");
    const [old] = await booked({ old: "26737", new: "26740" });
    expect(old?.input).toMatchObject({
      ...{ to_district_id: 1760, to_ward_code: "26737" },
      to_address: "12 Nguyễn Huệ, Phường Sài Gòn, TP. Hồ Chí Minh (cũ: P. Đa Kao, Q. 1)",
    });
    expect(old?.input).not.toHaveProperty("is_new_to_address");
  });

  test("AD17: names that the carrier refuses are sent once more by old ids, and then left for a person", async () => {
    // the shop's copy of the list has another spelling of the name
    const list = (province: number) =>
      `v3/master-data/ward/all-by-province-id?province_id=${1_000_000 + province}&offset=0&limit=200`;
    await cacheList(list(91), [{ id: 1, name: "Đặc khu Phú Quốc".normalize("NFD"), status: 1 }]);
    const id = await placed({ new: "31078" });
    await here.move(id, "processing");
    expect(here.atCarrier(id)).toMatchObject([{ input: { to_ward_code: "31078" } }]);
    const lost = await placed({ new: "31078" });
    await here.shop.db.write(sql`
      update orders set location = jsonb_set(location, '{old_ward,ward_code}', '"99999"') where id = ${lost} returning id`);
    await here.move(lost, "processing");
    expect(here.atCarrier(lost)).toEqual([]);
    expect(await here.parcelsOf(lost)).toMatchObject([{ code: null, status: "refused" }]);
    const email = await here.shop.db.one<{ facts: Record<string, string> }>(sql`
      select payload -> 'facts' facts from outbox where payload ->> 'template' = 'merchant_parcel_refused'
        and payload -> 'values' ->> 'order_number' = ${String(lost)}`);
    expect(email?.facts.address).toBe("12 Nguyễn Huệ, Đặc khu Phú Quốc, An Giang");
  });

  test("AD17: an order whose new address a merchant has edited is booked by the edited names", async () => {
    const id = await placed({ new: "26740" });
    await here.merchant.put(orderPath(id), { shipping: { address_2: "Phường Tân Định", state: "" } });
    await here.move(id, "processing");
    expect(here.atCarrier(id)[0]?.input).toMatchObject({
      ...{ is_new_to_address: true, to_ward_name: "Phường Tân Định", to_province_name: "Thành phố Hồ Chí Minh" },
      to_address: "12 Nguyễn Huệ, Phường Tân Định, Thành phố Hồ Chí Minh",
    });
  });

  test("AD15: emails, order pages and the shop's orders have one label, new names first and old ones in brackets", async () => {
    const label = "12 Nguyễn Huệ, Phường Sài Gòn, TP. Hồ Chí Minh (cũ: P. Bến Nghé, Q. 1)";
    const id = await placed({ old: "26740" });
    const { shipTo } = (await here.shop.db.one<{ shipTo: string[] }>(sql`
      select payload -> 'order' -> 'shipTo' "shipTo" from outbox where payload ->> 'template' = 'order_received'
        and payload -> 'values' ->> 'order_number' = ${String(id)}`)) ?? { shipTo: [] };
    expect(shipTo.at(-1)).toBe(label);
    expect((await here.record(id)).shipping.label).toBe(label);
    expect((await here.record(id, "en")).shipping.label).toContain("(formerly: P. Bến Nghé, Q. 1)");
    expect((await order(id)).address_label).toBe(label);
    const own = await here.shopper.get<WooOrder>(orderPath(id));
    expect(own.body.address_label).toBe(label);
    const phones = await here.shop.db.all(sql`select 1 from orders where id = ${id} and billing ->> 'phone' <> ''`);
    expect(phones).toHaveLength(1);
    const single = await placed({ new: "27007" });
    expect((await here.record(single)).shipping.label).toBe("12 Nguyễn Huệ, Phường Tân Sơn, TP. Hồ Chí Minh");
  });
});
