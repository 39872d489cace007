import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AddressChoice } from "#contract/address.ts";
import type { AuthResponse, CheckAuth, ProfileChange, User } from "#contract/customer.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { tablesWith } from "#fixtures/testing/traces.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/custom-auth/v1/profile";
const hourMs = 60 * 60_000;
/** Phường Bến Nghé, Quận 1, as the three selects send it */
const benNghe = {
  ...{ city: "Thành phố Hồ Chí Minh", district: "Quận 1", ward: "Phường Bến Nghé" },
  ...{ province_id: 900_079, district_id: 910_760, ward_code: "26740" },
};

describe.each(engines)("the address of a profile on $name", (engine) => {
  let shop: TestShop;
  let customer: Visitor;
  let password: string;
  const newCustomer = async (): Promise<Visitor> => {
    const visitor = shop.client();
    ({ password } = await visitor.register());
    return visitor;
  };
  const save = async (change: ProfileChange, visitor = customer): Promise<User | null> => {
    const { status, body, text } = await visitor.put<AuthResponse>(path, change);
    expect(status, text).toBe(200);
    return body.user;
  };
  const refused = (change: object) => customer.put<Problem>(path, change);
  const profile = async (visitor = customer): Promise<User | null> =>
    (await visitor.get<CheckAuth>("/wp-json/custom-auth/v1/check-auth")).body.user;

  beforeAll(async () => {
    shop = await openShop(engine);
  });
  beforeEach(async () => {
    customer = await newCustomer();
  });

  test("AD01: with the three selects a profile has no second scheme", async () => {
    expect(await save({ address: "12 Nguyễn Huệ", ...benNghe })).toMatchObject({ ...benNghe, saved_address: null });
    expect(Object.keys((await refused({ address_choice: { new: "26740" } })).body.data.params ?? {})).toEqual([
      "address_choice",
    ]);
    shop.clock.advance(2 * hourMs);
    await shop.runJobs();
    expect((await profile())?.saved_address).toBeNull();
    expect((await command(shop, "settings set address_form search")).exit).toBe(0);
    // known names are mapped, others stay as they are
    const other = await newCustomer();
    await shop.db.write(sql`
      update customer set ward = 'Làng Xa', city = 'Xứ Lạ' where id = ${(await profile(other))?.id ?? 0} returning id`);
    shop.clock.advance(2 * hourMs);
    await shop.runJobs();
    expect(await profile()).toMatchObject({
      ...benNghe,
      saved_address: { new: { ward_code: "26740", ward_name: "Phường Sài Gòn" }, bridge: "mapped", needs_check: false },
    });
    expect((await profile(other))?.saved_address).toMatchObject({ bridge: "typed_only", typed: "Làng Xa, Xứ Lạ" });
  });

  test("AD14, AD16: a chosen ward is saved in both schemes, its names in the profile", async () => {
    const choice: AddressChoice = { new: "26740", typed: "sai gon, hcm" };
    expect(await save({ address: "12 Nguyễn Huệ", postcode: "70000", address_choice: choice })).toMatchObject({
      ...{ address: "12 Nguyễn Huệ", ward: "Phường Sài Gòn", district: "Quận 1", city: "Thành phố Hồ Chí Minh" },
      ...{ province_id: null, district_id: null, ward_code: null, postcode: "70000" },
      saved_address: {
        ...{ line: "12 Nguyễn Huệ", old: null, typed: "sai gon, hcm", bridge: "chosen_new", needs_check: false },
        new: { ward_code: "26740", ward_name: "Phường Sài Gòn", province_code: "79" },
        data_version: "2026-04-30",
      },
    });
    // another field leaves it; its line is that of the profile
    expect(await save({ firstName: "Minh" })).toMatchObject({ saved_address: { typed: "sai gon, hcm" } });
    expect(await save({ address: "5 Lê Lợi" })).toMatchObject({ saved_address: { line: "5 Lê Lợi", new: {} } });
    expect(await save({ address_choice: { old: "26737", new: "26740" } })).toMatchObject({
      ...{ ward: "Phường Đa Kao", district: "Quận 1", province_id: 900_079, district_id: 910_760, ward_code: "26737" },
      saved_address: { bridge: "mapped_after_question", old: { ward_code: "26737" }, new: { ward_code: "26740" } },
    });
  });

  test("AD16: a client with the old ids works unchanged; a split ward has no new one", async () => {
    expect(await save(benNghe)).toMatchObject({
      ...benNghe,
      saved_address: { bridge: "mapped", new: { ward_code: "26740" }, old: { district_name: "Quận 1" } },
    });
    expect(await save({ ward: "Phường Đa Kao", ward_code: "26737" })).toMatchObject({
      saved_address: { bridge: "chosen_old", new: null, old: { ward_code: "26737" } },
    });
    expect((await save({ ward: "", ward_code: null }))?.saved_address).toBeNull();
  });

  test("AD16: a choice that names no ward is refused, and changes nothing", async () => {
    const before = await save({ address_choice: { new: "26740" } });
    for (const choice of [{ new: "99999" }, { new: "79" }, { old: "27007", new: "26740" }, { old: "x" }, {}, "26740"]) {
      const { status, body } = await refused({ firstName: "Khác", address_choice: choice });
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ["address_choice"]]);
    }
    expect(await profile()).toEqual(before);
    const guest = await shop.client().put<Problem>(path, { address_choice: { new: "26740" } });
    expect(guest.status).toBe(401);
  });

  test("AD22: an update maps saved addresses again: names change silently, a changed unit is to be checked", async () => {
    const chosen = async (address_choice: AddressChoice): Promise<Visitor> => {
      const visitor = await newCustomer();
      await save({ address: "1 Chợ Cũ", address_choice }, visitor);
      return visitor;
    };
    const renamed = await chosen({ new: "26740" });
    const moved = await chosen({ old: "00001" });
    const decided = await chosen({ old: "27007", new: "27007" });
    const split = await chosen({ old: "26740" });
    const gone = await chosen({ new: "00097", typed: "hong ha" });
    const elsewhere = await chosen({ new: "31078" });
    const { id: orderId } = (await submit(renamed, { ...aCodOrder(), address_choice: { new: "26740" }, meta_data: [] }))
      .body;
    const ofOrder = () => shop.db.one(sql`select shipping, location, meta_data from orders where id = ${orderId}`);
    const order = await ofOrder();

    const units = await readFile(new URL("../addresses/data/units.tsv", import.meta.url), "utf8");
    const next = units
      .replace("2026-04-30", "2027-01-01")
      .replace("ward\t26740\t79\tPhường Sài Gòn", "ward\t26740\t79\tPhường Bến Thành Mới")
      .replace(/^ward\t00097\t.*\n/m, "")
      .replaceAll(/^(move\t.*)\b00097\b/gm, "$100070")
      .replace(/^move\t26740\t26740$/m, "move\t26740\t26740,26737")
      .replace("ward\t31078\t91\t", "ward\t31078\t96\t");
    const file = join(tmpdir(), `units-${process.pid}-${engine.name}.tsv`);
    await writeFile(file, next);
    const updated = await command(shop, `addresses update ${file}`);
    expect([updated.exit, updated.err]).toEqual([0, ""]);
    shop.clock.advance(2 * hourMs);
    await shop.runJobs();

    expect(await profile(renamed)).toMatchObject({
      ...{ ward: "Phường Bến Thành Mới", district: "Quận 1", city: "Thành phố Hồ Chí Minh" },
      saved_address: { new: { ward_name: "Phường Bến Thành Mới" }, data_version: "2027-01-01", needs_check: false },
    });
    expect(await profile(decided)).toMatchObject({
      saved_address: { new: { ward_code: "27007" }, bridge: "mapped_after_question", needs_check: false },
    });
    expect(await profile(moved)).toMatchObject({
      ward: "Phường Phúc Xá",
      saved_address: { new: { ward_code: "00070" }, bridge: "mapped", needs_check: true },
    });
    expect(await profile(split)).toMatchObject({
      saved_address: { new: null, old: { ward_code: "26740" }, bridge: "chosen_old", needs_check: true },
    });
    // the names stay, so that a person can check them
    expect(await profile(gone)).toMatchObject({
      ward: "Phường Hồng Hà",
      saved_address: { new: { ward_code: "00097", ward_name: "Phường Hồng Hà" }, typed: "hong ha", needs_check: true },
    });
    expect(await profile(elsewhere)).toMatchObject({
      city: "Tỉnh Cà Mau",
      saved_address: { new: { province_code: "96" }, needs_check: true },
    });
    expect(await ofOrder()).toEqual(order);

    // it stays marked until it is saved again
    shop.clock.advance(2 * hourMs);
    await shop.runJobs();
    expect((await save({ firstName: "Minh" }, moved))?.saved_address?.needs_check).toBe(true);
    const checked = await save({ address_choice: { old: "00001", new: "00070" } }, moved);
    expect(checked?.saved_address).toMatchObject({ needs_check: false, data_version: "2027-01-01" });
  });

  test("AD22: the typed text is exported with the customer's data, and deleted with the account", async () => {
    const typed = `hẻm bí mật ${engine.name}`;
    await save({ address: "1 Chợ Cũ", address_choice: { new: "26740", typed } });
    const { body: order } = await submit(customer, {
      ...aCodOrder(),
      meta_data: [],
      address_choice: { new: "26740", typed },
    });
    const copy = await customer.get("/wp-json/custom-auth/v1/personal-data");
    expect(copy.text.split(typed)).toHaveLength(4);
    await command(shop, `orders set-status ${order.id} completed`);
    await shop.runJobs();
    expect((await tablesWith(shop.db, [typed])).sort()).toEqual(["customer", "customer_address", "orders"]);
    const deleted = await customer.post("/wp-json/custom-auth/v1/delete-account", { password });
    expect(deleted.status, deleted.text).toBe(200);
    await shop.runJobs();
    expect(await tablesWith(shop.db, [typed])).toEqual([]);
  });
});
