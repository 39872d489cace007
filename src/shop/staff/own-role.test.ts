import { beforeAll, describe, expect, test } from "vitest";
import { permissionsOf, roles, withImplied } from "#contract/permissions.ts";
import type { OwnRole, RoleEntry, SessionInfo, StaffEntry } from "#contract/backoffice/staff.ts";
import type { Problem } from "#contract/problem.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { newStaffEmail, staffMember, type TestStaff } from "#fixtures/testing/staff.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

describe("RO05: the shop's own role", () => {
  let shop: TestShop;
  let owner: TestStaff;
  const put = (role: Partial<OwnRole>) => owner.browser.call<RoleEntry & Problem>("PUT", "/roles/own", role);
  beforeAll(async () => {
    shop = await openShop(engine, { env: { SHOP_MODE: "demo" } });
    owner = await staffMember(shop);
  });

  test("RO05: no account can have it before an owner has created it", async () => {
    const invited = await owner.browser.call<Problem>("POST", "/staff", {
      ...{ email: newStaffEmail(), name: "An", role: "own" },
    });
    expect([invited.status, invited.body.data?.params]).toMatchObject([400, { role: expect.any(String) }]);
    expect((await command(shop, "staff create --email a@example.com --name An --role own")).err).toContain("own");
  });

  test("RO05: accounts and payment settings cannot be ticked, nor an unknown permission, nor none", async () => {
    for (const permissions of [["staff.manage"], ["settings.money"], ["orders.view", "nothing"], []]) {
      const { status, body } = await put({ name: "Trực quầy", permissions } as OwnRole);
      expect([status, body.code]).toEqual([400, "rest_invalid_param"]);
    }
    expect((await put({ name: " ", permissions: ["orders.view"] })).status).toBe(400);
  });

  test("RO05: its members may do what is ticked, from the next request after a change, and nothing else", async () => {
    expect((await put({ name: "Trực quầy", permissions: ["orders.view", "orders.view"] })).body).toMatchObject({
      ...{ role: "own", name: "Trực quầy", permissions: ["orders.view"] },
    });
    const member = await staffMember(shop, "own");
    const orders = () => member.browser.request<Problem>("GET", "/wp-json/wc/v3/orders");
    expect((await member.browser.call<SessionInfo>("GET", "/session")).body.permissions).toEqual(["orders.view"]);
    expect((await orders()).status).toBe(200);
    const today = await member.browser.call<Problem>("GET", "/today");
    expect([today.status, today.body.data]).toMatchObject([403, { permission: "today.view" }]);
    expect((await member.browser.call("GET", "/staff")).status).toBe(403);

    await put({ name: "Trực quầy", permissions: ["today.view"] });
    expect((await member.browser.call("GET", "/today")).status).toBe(200);
    expect((await orders()).body.data).toMatchObject({ permission: "orders.view" });
  });

  test("RO05: a permission to edit includes the view of what is edited", async () => {
    const { body } = await put({ name: "Trực quầy", permissions: ["products.edit"] });
    expect(body.permissions).toEqual(["products.view", "products.edit"]);
    const members = (await owner.browser.call<StaffEntry[]>("GET", "/staff")).body;
    const { browser } = await staffMember(shop, "own");
    expect((await browser.call<SessionInfo>("GET", "/session")).body.permissions).toEqual(body.permissions);
    const products = await browser.call<{ rows: { id: number }[] }>("GET", "/product-lists?tab=all&page=1&per_page=1");
    expect(products.status).toBe(200);
    const path = `/wp-json/wc/v3/products/${products.body.rows[0]?.id}`;
    expect((await browser.request("PUT", path, { translations: { vi: { name: "Nhẫn" } } })).status).toBe(200);
    const price = await browser.request<Problem>("PUT", path, { regular_price: "1" });
    expect([price.status, price.body.data]).toMatchObject([403, { permission: "prices.edit" }]);
    // the account of this test
    const added = (await owner.browser.call<StaffEntry[]>("GET", "/staff")).body.filter(
      ({ id }) => !members.some((member) => member.id === id),
    );
    for (const { id } of added) await owner.browser.call("PUT", `/staff/${id}`, { role: "packer" });
  });

  test.each(roles)("RO05: the role %s has what its permissions include", (role) => {
    expect(withImplied(permissionsOf(role))).toEqual(permissionsOf(role));
  });

  test("RO05: a role that an account has cannot be removed", async () => {
    const members = (await owner.browser.call<StaffEntry[]>("GET", "/staff")).body.filter(({ role }) => role === "own");
    expect(members).toHaveLength(1);
    const refused = await owner.browser.call<Problem>("DELETE", "/roles/own");
    expect([refused.status, refused.body.code]).toEqual([409, "lianne_invalid_state"]);
    const [{ id } = { id: 0 }] = members;
    expect((await owner.browser.call("PUT", `/staff/${id}`, { role: "packer" })).status).toBe(200);
    expect((await owner.browser.call("DELETE", "/roles/own")).status).toBe(200);
    expect((await owner.browser.call<RoleEntry[]>("GET", "/roles")).body).toHaveLength(4);
    expect((await owner.browser.call<Problem>("PUT", `/staff/${id}`, { role: "own" })).status).toBe(400);
  });

  test("GR10: role and account name the version that their change is based on", async () => {
    const second = (await staffMember(shop)).browser;
    const { browser } = await staffMember(shop);
    const role = (name: string) => ({ name, permissions: ["orders.view"] });
    const change = (path: string, body: object, tag: string | null) =>
      browser.call<RoleEntry & StaffEntry & Problem>("PUT", path, body, { "if-match": tag });
    expect([
      (await change("/roles/own", role("Ca tối"), null)).status,
      (await change("/staff/1", {}, null)).status,
    ]).toEqual([428, 428]);
    // another owner created it meanwhile
    await second.call("PUT", "/roles/own", role("Ca sáng"));
    const late = await change("/roles/own", role("Ca tối"), '"none"');
    expect([late.status, late.body.code, late.body.data.current]).toMatchObject([
      412,
      "lianne_conflict",
      { role: "own", name: "Ca sáng" },
    ]);
    const { version } = late.body.data.current as RoleEntry;
    expect((await change("/roles/own", role("Ca tối"), `"${version}"`)).status).toBe(200);
    const refused = await browser.call<Problem>("DELETE", "/roles/own", undefined, { "if-match": `"${version}"` });
    expect([refused.status, refused.body.code]).toEqual([412, "lianne_conflict"]);
    expect((await browser.call("DELETE", "/roles/own")).status).toBe(200);
    expect((await browser.call("DELETE", "/roles/own", undefined, { "if-match": '"none"' })).status).toBe(200);
    const { email } = await staffMember(shop, "packer");
    const accountOf = async () =>
      (await browser.call<StaffEntry[]>("GET", "/staff")).body.find((one) => one.email === email);
    const path = `/staff/${(await accountOf())?.id}`;
    const entry = async () => (await accountOf())?.version;
    const seen = await entry();
    await second.call("PUT", path, { role: "staff" });
    const conflict = await change(path, { role: "accountant" }, `"${seen}"`);
    expect([conflict.status, conflict.body.data.current]).toMatchObject([412, { role: "staff" }]);
    expect((await change(path, { role: "accountant" }, `"${await entry()}"`)).body.role).toBe("accountant");
  });

  test("RO05: only owners create it, and the log names the change", async () => {
    const staff = await staffMember(shop, "staff");
    const refused = await staff.browser.call<Problem>("PUT", "/roles/own", { name: "X", permissions: ["pack"] });
    expect([refused.status, refused.body.data]).toMatchObject([403, { permission: "staff.manage" }]);
    const log = await owner.browser.call<{ entity: string }[]>("GET", "/log?entity=staff_role");
    expect(log.body.length).toBeGreaterThan(0);
  });
});
