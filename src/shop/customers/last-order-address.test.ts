import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChangedAddressBook, CustomerAddressBook } from "#contract/address-book.ts";
import { aCodOrder, benNghe, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const path = "/wp-json/custom-auth/v1/addresses";
const recipient = { firstName: "Ngọc", lastName: "Trần Thị", phone: "+84912345678", address: "9 Đồng Khởi" };
const place = {
  ...{ city: "Thành phố Hồ Chí Minh", district: "Quận 1", ward: "Phường Bến Nghé", postcode: "70000" },
  ...{ province_id: benNghe.provinceId, district_id: benNghe.districtId, ward_code: benNghe.wardCode },
};

for (const engine of engines)
  describe(`the address of the newest order on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let customer: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      await command(shop, "settings set cod_max_open_per_phone 1000");
    });
    beforeEach(async () => {
      customer = shop.client();
      await customer.register();
    });
    const book = async (): Promise<CustomerAddressBook> => (await customer.get<CustomerAddressBook>(path)).body;
    const ordered = async (own: Parameters<typeof aCodOrder>[0] = {}): Promise<number> => {
      const { billing } = aCodOrder();
      const placed = await submit(customer, aCodOrder({ billing: { ...billing, address_1: "9 Đồng Khởi" }, ...own }));
      expect(placed.status).toBe(201);
      return placed.body.id;
    };

    test("UA09: is part of the address book; neither saving nor removing changes an order", async () => {
      const id = await ordered();
      await ordered({ shipping_lines: [{ method_id: "local_pickup" }] });
      expect((await book()).last_order).toMatchObject({ ...recipient, ...place, saved_address: null });
      const read = async () => (await merchant.get<object>(orderPath(id))).body;
      const before = await read();
      const added = await customer.post<ChangedAddressBook>(path, { ...recipient, ...place });
      expect(added.status).toBe(201);
      await customer.put("/wp-json/custom-auth/v1/profile", { address: "10 Đồng Khởi" });
      await customer.delete(`${path}/${added.body.addresses[0]?.id}`);
      expect(await read()).toEqual(before);
    });

    test("UA09, AD14: in a ward since July 2025 it has no ids of the carrier, also after the search was switched off", async () => {
      await command(shop, "settings set address_form search");
      await ordered({ address_choice: { new: "26740", typed: "sai gon" } });
      const newWard = {
        ...recipient,
        ...{ city: "Thành phố Hồ Chí Minh", district: "Quận 1", ward: "Phường Sài Gòn" },
        ...{ province_id: null, district_id: null, ward_code: null },
        saved_address: { new: { ward_code: "26740" }, bridge: "chosen_new", needs_check: false },
      };
      expect((await book()).last_order).toMatchObject(newWard);
      await command(shop, "settings unset address_form");
      expect((await book()).last_order).toMatchObject(newWard);
    });
  });
