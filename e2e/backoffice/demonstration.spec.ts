import { type FixedRole, permissionsOf, roles } from "#contract/permissions.ts";
import { mayOpen } from "#contract/backoffice/screens.ts";
import { expect, expectDemoBar, phone, test } from "./kit.ts";

const accounts: Record<FixedRole, { button: string; email: string }> = {
  owner: { button: "Chủ cửa hàng", email: "chu@lianne.example" },
  staff: { button: "Nhân viên", email: "nhanvien@lianne.example" },
  packer: { button: "Đóng gói", email: "donggoi@lianne.example" },
  accountant: { button: "Kế toán", email: "ketoan@lianne.example" },
};

test("SI15: the sign-in of the demonstration has a button for each role, which opens what the role may see @all", async ({
  page,
  staff,
  expectedMessages,
}) => {
  expectedMessages.push(/401/);
  /** the paths of the navigation, without the screens of every account */
  const linked = () =>
    page
      .getByRole("navigation", { name: "Điều hướng" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.slice(6) || "/"));
  let all: string[] = [];
  for (const role of roles) {
    const { button, email } = accounts[role];
    // in Vietnamese: another test may have left the account in English
    await staff.signIn(role);
    await page.context().clearCookies();
    await page.goto("/admin/sign-in");
    const buttons = page.getByRole("region", { name: "Dùng thử với vai trò" }).getByRole("button");
    await expect(buttons).toHaveText(roles.map((one) => accounts[one].button));
    await expectDemoBar(page);
    await buttons.getByText(button, { exact: true }).click();
    await expect(page.getByRole("heading", { name: "Hôm nay", level: 1 })).toBeVisible();
    // the owner's come first
    all = role === "owner" ? await linked() : all;
    expect(await linked(), role).toEqual(all.filter((path) => mayOpen(path, permissionsOf(role))));
    await page.getByRole("link", { name: "Tài khoản của tôi" }).click();
    await expect(page.getByText(email)).toBeVisible();
  }
  expect(all).toContain("/settings/staff");
});

test.describe("on a phone", () => {
  test.use(phone);

  test("SI15: the screens without a session have the bar of the demonstration too", async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/401|410/);
    for (const path of ["/sign-in", "/password", `/set-up#${"a".repeat(43)}`]) {
      await page.goto(`/admin${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectDemoBar(page);
    }
  });
});
