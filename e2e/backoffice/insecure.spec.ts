import { expect, test } from "./kit.ts";

const { launchOptions } = await import("../../playwright.config.ts").then(({ default: config }) => config.use ?? {});

test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), "--host-resolver-rules=MAP quanly.lianne.test 127.0.0.1"],
  },
});

test("SI16: over plain http the sign-in names the remedy, and offers password and code", async ({
  page,
  shop,
  expectedMessages,
}) => {
  // headers that browsers ignore without https
  expectedMessages.push(/Cross-Origin-Opener-Policy/);
  await page.goto(`http://quanly.lianne.test:${new URL(shop.url).port}/admin/sign-in`);
  await expect(page.getByText(/https/)).toBeVisible();
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(page.getByLabel("Mật khẩu", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /vân tay/ })).toHaveCount(0);
});
