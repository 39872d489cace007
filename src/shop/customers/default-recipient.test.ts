import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CustomerAddressBook } from "#contract/address-book.ts";
import type { CheckAuth, User } from "#contract/customer.ts";
import { benNghe } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const path = "/wp-json/custom-auth/v1/addresses";
const profile = "/wp-json/custom-auth/v1/profile";
const place = {
  ...{ city: "Thành phố Hồ Chí Minh", district: "Quận 1", ward: "Phường Bến Nghé", postcode: "70000" },
  ...{ province_id: benNghe.provinceId, district_id: benNghe.districtId, ward_code: benNghe.wardCode },
};
const hoa = { firstName: "Hoa", lastName: "Lê", phone: "+84987654321" };

for (const engine of engines)
  describe(`the recipient of the default address on ${engine.name}`, () => {
    let shop: TestShop;
    let customer: Visitor;
    let user: User;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    beforeEach(async () => {
      customer = shop.client();
      user = await customer.register();
    });
    const book = async () => (await customer.get<CustomerAddressBook>(path)).body;
    const saved = async () => (await customer.get<CheckAuth>("/wp-json/custom-auth/v1/check-auth")).body.user;

    test("UA10, UA11: the first address is the default with its own recipient, which the account names; an address of the profile is the account's person's", async () => {
      expect((await saved())?.address_recipient).toBeNull();
      expect((await customer.post(path, { ...hoa, ...place, address: "1 Lê Lợi", label: "" })).status).toBe(201);
      expect(await saved()).toMatchObject({ address: "1 Lê Lợi", firstName: user.firstName, address_recipient: hoa });
      const renamed = await customer.put<{ user: User }>(profile, { firstName: "Minh Anh" });
      expect(renamed.body.user).toMatchObject({ firstName: "Minh Anh", address_recipient: hoa });
      expect((await book()).addresses).toMatchObject([hoa]);
      const moved = await customer.put<{ user: User }>(profile, { ...place, address: "5 Hàm Nghi" });
      expect(moved.body.user).toMatchObject({ address: "5 Hàm Nghi", address_recipient: null });
      expect((await book()).addresses).toMatchObject([{ address: "5 Hàm Nghi", firstName: "Minh Anh" }]);
      const again = await customer.put<{ user: User }>(profile, { firstName: "Anh" });
      expect(again.body.user, "the person of the profile").toMatchObject({ firstName: "Anh", address_recipient: null });
    });
  });
