import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

    test("AD22, UA09: an update of the units maps it where it is offered; a changed unit is to be checked, the order stays", async () => {
      await command(shop, "settings set address_form search");
      const units = await readFile(new URL("../addresses/data/units.tsv", import.meta.url), "utf8");
      const next = units
        .replace("2026-04-30", "2027-01-01")
        .replace("ward\t26740\t79\tPhường Sài Gòn", "ward\t26740\t79\tPhường Bến Thành Mới")
        .replace(/^ward\t00097\t.*\n/m, "")
        .replaceAll(/^(move\t.*)\b00097\b/gm, "$100070");
      const file = join(tmpdir(), `units-of-orders-${process.pid}-${engine.name}.tsv`);
      await writeFile(file, next);
      const choices = [{ new: "26740" }, { new: "00097", typed: "hong ha" }, { old: "00001" }];
      const shoppers: { visitor: Visitor; order: unknown; read: () => Promise<unknown> }[] = [];
      for (const address_choice of choices) {
        customer = shop.client();
        await customer.register();
        const id = await ordered({ address_choice });
        const read = async () => (await merchant.get<object>(orderPath(id))).body;
        shoppers.push({ visitor: customer, order: await read(), read });
      }
      const updated = await command(shop, `addresses update ${file}`);
      expect([updated.exit, updated.err]).toEqual([0, ""]);

      const offered = [];
      for (const { visitor } of shoppers) {
        customer = visitor;
        offered.push((await book()).last_order);
      }
      const [renamed, gone, moved] = offered;
      expect(renamed).toMatchObject({
        ward: "Phường Bến Thành Mới",
        saved_address: { new: { ward_name: "Phường Bến Thành Mới" }, data_version: "2027-01-01", needs_check: false },
      });
      expect(renamed?.text).toContain("Phường Bến Thành Mới");
      // its names stay, so that a person can check them
      expect(gone).toMatchObject({
        ward: "Phường Hồng Hà",
        saved_address: { new: { ward_code: "00097" }, typed: "hong ha", needs_check: true },
      });
      expect(moved).toMatchObject({
        saved_address: {
          line: "9 Đồng Khởi",
          new: { ward_code: "00070" },
          old: { ward_code: "00001" },
          needs_check: true,
        },
      });
      await ordered({ address_choice: { old: "00001", new: "00070" } });
      expect((await book()).last_order).toMatchObject({
        saved_address: { new: { ward_code: "00070" }, needs_check: false },
      });
      for (const { order, read } of shoppers) expect(await read()).toEqual(order);
    });
  });
