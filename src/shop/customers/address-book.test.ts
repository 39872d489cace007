import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CustomerAddressBook, AddressEntry, BookAddress, ChangedAddressBook } from "#contract/address-book.ts";
import type { CheckAuth, User } from "#contract/customer.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, benNghe, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/custom-auth/v1/addresses";
const profile = "/wp-json/custom-auth/v1/profile";

const place = {
  city: "Thành phố Hồ Chí Minh",
  district: "Quận 1",
  ward: "Phường Bến Nghé",
  province_id: benNghe.provinceId,
  district_id: benNghe.districtId,
  ward_code: benNghe.wardCode,
  postcode: "70000",
};
const recipient = { firstName: "Hoa", lastName: "Lê", phone: "0987 654 321" };
const entry = (address: string, own: Partial<AddressEntry> = {}): AddressEntry => ({
  ...{ ...recipient, ...place, address, label: "" },
  ...own,
});

for (const engine of engines)
  describe(`the address book on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let customer: Visitor;
    let user: User;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      await command(shop, "settings set cod_max_open_per_phone 1000");
    });
    beforeEach(async () => {
      customer = shop.client();
      user = await customer.register();
    });
    const book = async (): Promise<CustomerAddressBook> => (await customer.get<CustomerAddressBook>(path)).body;
    const streets = async () => (await book()).addresses.map(({ address }) => address);
    const add = async (address: string, own: Partial<AddressEntry> = {}): Promise<BookAddress> => {
      const { status, body } = await customer.post<ChangedAddressBook>(path, entry(address, own));
      expect(status).toBe(201);
      const added = body.addresses.find((each) => each.address === address);
      if (!added) throw new Error("the address is not in the book");
      return added;
    };
    const saved = async () => (await customer.get<CheckAuth>("/wp-json/custom-auth/v1/check-auth")).body.user;
    const orderTo = async (address: string): Promise<number> => {
      const { billing } = aCodOrder();
      const placed = await submit(customer, aCodOrder({ billing: { ...billing, address_1: address } }));
      expect(placed.status).toBe(201);
      return placed.body.id;
    };
    const defaults = () =>
      shop.db.all(sql`select address from customer_address where customer_id = ${user.id} and is_default`);

    test("UA10: has one default, which is the address of the profile: writing one writes the other", async () => {
      expect(await book()).toEqual({ addresses: [], max: 20, last_order: null });
      const first = await add("1 Lê Lợi", { label: "Công ty" });
      expect(first).toEqual({
        ...{ ...recipient, phone: "+84987654321", ...place, address: "1 Lê Lợi", label: "Công ty" },
        ...{ id: first.id, is_default: true, saved_address: null },
        text: "1 Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh",
      });
      expect(await saved()).toMatchObject({ ...place, address: "1 Lê Lợi", firstName: user.firstName });
      const second = await add("2 Lê Lợi");
      expect(second.is_default).toBe(false);
      await add("2 Lê Lợi");
      expect(await streets(), "the same address is stored once").toEqual(["1 Lê Lợi", "2 Lê Lợi"]);
      expect((await saved())?.address).toBe("1 Lê Lợi");

      const chosen = await customer.put<ChangedAddressBook>(
        `${path}/${second.id}?lang=en`,
        entry("2 Lê Lợi", { is_default: true }),
      );
      expect(chosen.body.message).toBe("The address is saved.");
      expect(chosen.body.user).toMatchObject({ address: "2 Lê Lợi" });
      expect(chosen.body.addresses.map(({ address, is_default }) => [address, is_default])).toEqual([
        ["2 Lê Lợi", true],
        ["1 Lê Lợi", false],
      ]);
      await customer.put(profile, { address: "3 Lê Lợi", postcode: "71000" });
      expect((await book()).addresses[0]).toMatchObject({
        ...{ id: second.id, address: "3 Lê Lợi", postcode: "71000", is_default: true, firstName: user.firstName },
      });
      await customer.put(`${path}/${second.id}`, entry("4 Lê Lợi"));
      expect(await saved()).toMatchObject({ address: "4 Lê Lợi", postcode: "70000" });
      expect(await streets()).toEqual(["4 Lê Lợi", "1 Lê Lợi"]);
      expect(await defaults()).toHaveLength(1);
    });

    test("UA10: an address of the profile is the first one of the book, with the person of the profile", async () => {
      await customer.put(profile, { ...place, address: "5 Hàm Nghi" });
      const [first] = (await book()).addresses;
      expect(first).toMatchObject({
        ...{ address: "5 Hàm Nghi", is_default: true, firstName: user.firstName, phone: user.phone, ...place },
      });
      await customer.put(profile, { firstName: "Minh Anh" });
      expect((await book()).addresses).toEqual([{ ...first, firstName: "Minh Anh" }]);
      // an import and psql write the columns alone
      await shop.db.write(sql`update customer set address = '6 Hàm Nghi' where id = ${user.id}`);
      expect(await streets()).toEqual(["6 Hàm Nghi"]);
    });

    test("UA10: removing the default makes the address that was used last the default", async () => {
      await add("1 Lê Lợi");
      await add("2 Lê Lợi");
      await add("3 Lê Lợi");
      await add("4 Lê Lợi");
      await orderTo("3 Lê Lợi");
      await orderTo("2 LÊ LỢI");
      const remove = async () => {
        const [first] = (await book()).addresses;
        return customer.delete<ChangedAddressBook>(`${path}/${first?.id}`);
      };
      expect((await remove()).body.user).toMatchObject({ address: "2 Lê Lợi", ...place });
      expect((await remove()).body.user).toMatchObject({ address: "3 Lê Lợi" });
      expect((await remove()).body.user, "none was used: the newest").toMatchObject({ address: "4 Lê Lợi" });
      expect(await defaults()).toEqual([{ address: "4 Lê Lợi" }]);
      expect((await remove()).body).toMatchObject({ addresses: [], user: { address: "", city: "", ward_code: null } });
      // a profile without its address is the same
      await add("7 Lê Lợi");
      await add("8 Lê Lợi");
      const cleared = await customer.put<{ user: User }>(profile, { address: "", city: "", district: "", ward: "" });
      expect(cleared.body.user.address).toBe("8 Lê Lợi");
      expect(await streets()).toEqual(["8 Lê Lợi"]);
    });

    test("UA10: the 21st address is a 400 with a message, also of two at a time", async () => {
      for (let number = 1; number < 20; number++) await add(`${number} Lê Lợi`);
      const both = await Promise.all(["a", "b"].map((address) => customer.post<Problem>(path, entry(address))));
      expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
      for (const [lang, message] of [
        ["vi", "Sổ địa chỉ có tối đa 20 địa chỉ. Hãy xóa một địa chỉ trước."],
        ["en", "The address book holds up to 20 addresses. Please remove one first."],
      ])
        expect(await customer.post<Problem>(`${path}?lang=${lang}`, entry("c"))).toMatchObject({
          status: 400,
          body: { code: "address_book_full", message },
        });
      expect((await book()).addresses).toHaveLength(20);
    });

    test("UA10: another customer's address id is 404, and stays as it is", async () => {
      const { id } = await add("1 Lê Lợi");
      const other = shop.client();
      await other.register();
      for (const send of [
        () => other.put<Problem>(`${path}/${id}`, entry("mine")),
        () => other.delete<Problem>(`${path}/${id}`),
        () => other.put<Problem>(`${path}/999999999`, entry("mine")),
      ])
        expect(await send()).toMatchObject({ status: 404, body: { code: "rest_not_found" } });
      expect((await other.get<CustomerAddressBook>(path)).body.addresses).toEqual([]);
      expect(await streets()).toEqual(["1 Lê Lợi"]);
    });

    test("UA10: needs a login and the shop's origin; wrong fields are named", async () => {
      const { id } = await add("1 Lê Lợi");
      const guest = shop.client();
      const evil = { origin: "https://evil.example" };
      for (const { send, of } of [
        { of: guest, send: (by: Visitor) => by.get(path) },
        { of: guest, send: (by: Visitor) => by.post(path, entry("x")) },
        { of: guest, send: (by: Visitor) => by.put(`${path}/${id}`, entry("x")) },
        { of: guest, send: (by: Visitor) => by.delete(`${path}/${id}`) },
      ])
        expect((await send(of)).status).toBe(401);
      expect((await customer.post(path, entry("x"), evil)).status).toBe(403);
      expect((await customer.put(`${path}/${id}`, entry("x"), evil)).status).toBe(403);
      expect((await customer.delete(`${path}/${id}`, undefined, evil)).status).toBe(403);
      const wrong: [string, unknown][] = [
        ["firstName", "X"],
        ["lastName", ""],
        ["phone", "0123"],
        ["address", " "],
        ["address", "x".repeat(301)],
        ["address", "12 Nguyễn Huệ\r\nBcc: all@example.com"],
        ["city", ""],
        ["ward_code", ""],
        ["district_id", "no"],
        ["postcode", "12"],
        ["label", "x".repeat(41)],
        ["is_default", "yes"],
      ];
      for (const [field, value] of wrong) {
        const refused = await customer.post<Problem>(path, { ...entry("x"), [field]: value });
        expect([refused.status, Object.keys(refused.body.data.params ?? {})]).toEqual([400, [field]]);
      }
      expect(await streets()).toEqual(["1 Lê Lợi"]);
    });

    test("UA10, AD14: takes a ward of either scheme in place of the ids while addresses are searched", async () => {
      const {
        city: _c,
        district: _d,
        ward: _w,
        province_id: _p,
        district_id: _i,
        ward_code: _k,
        ...rest
      } = entry("1 Lê Lợi");
      const chosen = (address_choice: object, address = "1 Lê Lợi") => ({ ...rest, address, address_choice });
      const namesOfRefused = async (body: object) => {
        const refused = await customer.post<Problem>(path, body);
        return [refused.status, Object.keys(refused.body.data.params ?? {})];
      };
      const saiGon = { new: "26740", typed: "sai gon" };
      expect(await namesOfRefused(rest)).toEqual([
        400,
        ["city", "district", "ward", "province_id", "district_id", "ward_code"],
      ]);
      expect(await namesOfRefused(chosen(saiGon)), "the search is off").toEqual([400, ["address_choice"]]);
      expect((await command(shop, "settings set address_form search")).exit).toBe(0);
      try {
        expect(await namesOfRefused(chosen({ new: "99999" }))).toEqual([400, ["address_choice"]]);
        expect(await namesOfRefused(chosen({}))).toEqual([400, ["address_choice"]]);
        await add("7 Hàm Nghi");
        const { status, body } = await customer.post<ChangedAddressBook>(`${path}?lang=en`, chosen(saiGon));
        expect(status).toBe(201);
        const added = body.addresses[1];
        expect(added).toMatchObject({
          ...{ ward: "Phường Sài Gòn", province_id: null, district_id: null, ward_code: null, is_default: false },
          text: "1 Lê Lợi, Phường Sài Gòn, TP. Hồ Chí Minh",
          saved_address: { new: { ward_code: "26740" }, bridge: "chosen_new", needs_check: false },
        });
        await customer.post(path, chosen(saiGon));
        await customer.post(path, chosen({ new: "27007" }));
        expect(await streets(), "the same address is stored once").toEqual(["7 Hàm Nghi", "1 Lê Lợi", "1 Lê Lợi"]);
        const one = `${path}/${added?.id}`;
        await customer.put(one, { ...chosen({ old: "26740" }), is_default: true });
        expect(await saved()).toMatchObject({
          ...{ address: "1 Lê Lợi", ward: "Phường Bến Nghé" },
          saved_address: { old: { ward_code: "26740" }, bridge: "mapped" },
        });
        // another ward of the three selects is known in one scheme
        await customer.put(one, entry("1 Lê Lợi", { ward: "Phường Bến Thành", ward_code: "26743" }));
        expect(await saved()).toMatchObject({ ward: "Phường Bến Thành", saved_address: null });
        expect((await customer.put<Problem>(one, chosen({ new: "99999" }))).status).toBe(400);
        // an update of the units maps the other addresses too
        await shop.db.write(sql`
          update customer_address set saved_address = saved_address || '{"data_version": "2025-07-01"}'
          where customer_id = ${user.id} and not is_default and saved_address is not null returning id`);
        shop.clock.advance(2 * 60 * 60_000);
        await shop.runJobs();
        const versions = (await book()).addresses.map(({ saved_address }) => saved_address?.data_version);
        expect(new Set(versions)).toEqual(new Set(["2026-04-30"]));
      } finally {
        await command(shop, "settings unset address_form");
      }
    });

    test("UA11: wc/v3/customers shows the defaults as billing and shipping", async () => {
      const one = `/wp-json/wc/v3/customers/${user.id}`;
      const read = async () => (await merchant.get<Record<"billing" | "shipping", Record<string, string>>>(one)).body;
      expect((await read()).shipping).toMatchObject({ address_1: "", first_name: "" });
      await add("1 Lê Lợi");
      const wire = {
        address_2: "Phường Bến Nghé",
        state: "Quận 1",
        city: place.city,
        postcode: "70000",
        country: "VN",
      };
      expect(await read()).toMatchObject({
        billing: { first_name: user.firstName, phone: user.phone, email: user.email, address_1: "1 Lê Lợi", ...wire },
        shipping: { first_name: "Hoa", last_name: "Lê", phone: "+84987654321", address_1: "1 Lê Lợi", ...wire },
      });
      await merchant.put(one, { shipping: { company: "Sen", address_1: "of the merchant" } });
      expect((await read()).shipping).toMatchObject({ company: "Sen", address_1: "of the merchant", city: place.city });
      await add("2 Lê Lợi", { is_default: true });
      expect(await read()).toMatchObject({
        billing: { address_1: "2 Lê Lợi" },
        shipping: { company: "Sen", address_1: "2 Lê Lợi", first_name: "Hoa" },
      });
    });

    test("UA10: addresses are part of the export, and go with the account", async () => {
      await add("77 Ngõ Trạm", { label: "Nhà mẹ" });
      const { body } = await customer.get<Record<string, unknown>>("/wp-json/custom-auth/v1/personal-data");
      expect(body.addresses).toEqual([
        expect.objectContaining({ address: "77 Ngõ Trạm", label: "Nhà mẹ", phone: "+84987654321" }),
      ]);
      await merchant.delete(`/wp-json/wc/v3/customers/${user.id}?force=true`);
      expect(await shop.db.all(sql`select from customer_address where customer_id = ${user.id}`)).toEqual([]);
    });
  });
