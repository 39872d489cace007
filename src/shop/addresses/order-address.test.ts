import { beforeAll, describe, expect, test } from "vitest";
import type { StoredAddress } from "#contract/address.ts";
import type { OrdersFile } from "#contract/backoffice/bulk-orders.ts";
import { type PrintKind, printSizes } from "#contract/backoffice/order-rules.ts";
import type { LabelLink, LabelSheet } from "#contract/backoffice/parcels.ts";
import { aCodOrder, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";

const label = "12 Nguyễn Huệ, Phường Sài Gòn, TP. Hồ Chí Minh (cũ: P. Bến Nghé, Q. 1)";
/** Đa Kao, Quận 1: split in July 2025 */
const split = { ...benNgheOfCarrier, wardCode: "26737" };

describe.each(engines)("addresses of orders on $name", (engine) => {
  let here: ShippingShop;
  let owner: StaffVisitor;
  const stored = async (id: number) =>
    (
      await here.shop.db.one<{ location: { scheme: string; ward_code: string; address?: StoredAddress } | null }>(
        sql`select location from orders where id = ${id}`,
      )
    )?.location;
  const wire = async (id: number) => {
    const { body } = await here.merchant.get<{ shipping: object; meta_data: { key: string; value: unknown }[] }>(
      orderPath(id),
    );
    return [body.shipping, body.meta_data.filter(({ key }) => key.startsWith("_shipping"))];
  };
  let before: unknown[];

  beforeAll(async () => {
    here = await openShippingShop(engine);
    owner = (await staffMember(here.shop)).browser;
    const id = await here.placed();
    before = await wire(id);
    expect((await stored(id))?.address).toBeUndefined();
    await command(here.shop, "settings set address_form search");
  });

  test("AD14, AD16: an order with the old ids keeps its wire form, and stores both schemes", async () => {
    const id = await here.placed();
    expect(await wire(id)).toEqual(before);
    expect(await stored(id)).toMatchObject({
      ...{ scheme: "old3", ward_code: "26740" },
      address: {
        line: "12 Nguyễn Huệ",
        new: {
          ward_code: "26740",
          ward_name: "Phường Sài Gòn",
          province_code: "79",
          province_name: "Thành phố Hồ Chí Minh",
        },
        old: { ward_code: "26740", ward_name: "Phường Bến Nghé", district_code: "760", district_name: "Quận 1" },
        ...{ typed: "", bridge: "mapped", data_version: "2026-04-30" },
      },
    });
  });

  test("AD16: the new ward of a split ward is null, and marked as chosen by its old name", async () => {
    const id = await here.placed(aCodOrder({ ward: split }));
    expect((await stored(id))?.address).toMatchObject({ new: null, old: { ward_code: "26737" }, bridge: "chosen_old" });
    await here.move(id, "processing");
    expect(here.atCarrier(id)[0]?.input).toMatchObject({
      to_address: "12 Nguyễn Huệ, Phường Đa Kao, Quận 1, TP. Hồ Chí Minh",
      to_ward_code: "26737",
    });
  });

  test("AD15: the carrier's label, the shop's label and the documents show the new and the old names", async () => {
    const { orderId } = await here.booked();
    expect(here.atCarrier(orderId)[0]?.input).toMatchObject({
      to_address: label,
      to_district_id: 1760,
      to_ward_code: "26740",
    });
    const [parcel] = await here.shop.db.all<{ id: number }>(sql`select id from parcel where order_id = ${orderId}`);
    const sent = await here.shop.db.write<{ id: number }>(sql`
      update parcel set status = 'by_hand', tracking_code = null where id = ${parcel?.id ?? 0} returning id`);
    const { body: link } = await owner.call<LabelLink>("GET", `/labels?ids=${sent[0]?.id}`);
    const sheet = await owner.call<LabelSheet>("GET", `/label-sheets/${link.url.split("/").at(-1)}`);
    expect(sheet.body.labels[0]?.recipient.address).toBe(label);
    const printed = async (kind: PrintKind) =>
      (
        await owner.call("GET", `/prints?ids=${orderId}&kind=${kind}&size=${printSizes[kind][0]}`, undefined, {
          ...{ "x-wp-nonce": null, "sec-fetch-site": "same-origin" },
        })
      ).text;
    expect(await printed("priced")).toContain(label);
    const file = await owner.call<OrdersFile>("POST", "/orders/export", { ids: [orderId] });
    expect(file.body.content).toContain(`"${label}"`);
    expect(file.body.content.split("\r\n")[0]).toMatch(/,Địa chỉ$/);
    const packing = await printed("packing");
    expect(packing).toContain("Phường Sài Gòn, TP. Hồ Chí Minh (cũ: P. Bến Nghé, Q. 1)");
    expect(packing).not.toContain("12 Nguyễn Huệ");
  });

  test("AD15: an address that a merchant has edited is shown as it was edited", async () => {
    const id = await here.placed();
    await here.merchant.put(orderPath(id), { shipping: { address_2: "Phường Bến Thành" } });
    await here.move(id, "processing");
    expect(here.atCarrier(id)[0]?.input).toMatchObject({
      to_address: "12 Nguyễn Huệ, Phường Bến Thành, Quận 1, Thành phố Hồ Chí Minh",
    });
  });

  /** The carrier no longer has the old ward of this order. */
  const withLostWard = async (ward = benNgheOfCarrier): Promise<number> => {
    const id = await here.placed(aCodOrder({ ward }));
    await here.shop.db.write(sql`
      update orders set location = location || '{"ward_code": "99999"}' where id = ${id}`);
    await here.move(id, "processing");
    return id;
  };

  test("AD17: an address that the carrier refuses is sent once more by the names of the carrier's own list", async () => {
    const id = await withLostWard();
    const [parcel, ...others] = here.atCarrier(id);
    expect(parcel?.input).toMatchObject({
      ...{ is_new_to_address: true, to_ward_name: "Phường Sài Gòn", to_province_name: "Thành phố Hồ Chí Minh" },
      to_address: label,
    });
    expect(parcel?.input).not.toHaveProperty("to_ward_code");
    expect(others).toEqual([]);
    const lagging = await withLostWard({ provinceId: 275, districtId: 1737, wardCode: "26248" });
    expect((await stored(lagging))?.address?.new?.ward_name).toBe("Phường Trảng Bom");
    expect(here.atCarrier(lagging)[0]?.input).toMatchObject({
      ...{ is_new_to_address: true, to_ward_name: "Xã Trảng Bom", to_province_name: "Tỉnh Đồng Nai" },
    });
  });

  test("AD17: without a new ward a refused address leaves the parcel to be booked manually", async () => {
    const id = await withLostWard(split);
    expect(here.atCarrier(id)).toEqual([]);
    expect(await here.parcelsOf(id)).toMatchObject([{ code: null, status: "refused" }]);
  });

  test("AD14: a pickup stores no address", async () => {
    expect(await stored(await here.placed(aCodOrder({ shipping_lines: [{ method_id: "local_pickup" }] })))).toBeNull();
  });
});
