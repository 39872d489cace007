import { toast } from "./checkout/toast.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");

test("a message that repeats while it is shown stays one toast @all", async ({ page, shopper, expectedMessages }) => {
  expectedMessages.push(/status of 503/);
  await shopper.registerAndLogIn();
  await page.goto("/profile");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: t("profile.edit") }).click();
  const release: (() => void)[] = [];
  await page.route("**/custom-auth/v1/profile?*", async (route) => {
    await new Promise<void>((resolve) => release.push(resolve));
    await route.fulfill({ status: 503, json: { code: "busy", message: "", data: { status: 503 } } });
  });
  const failed = toast(page, t, "toast.profile_error");
  const name = main.getByLabel(t("profile.firstName"), { exact: true });
  await name.press("Enter");
  await expect.poll(() => release.length).toBe(1);
  release[0]?.();
  await failed.hover(); // it stays while it is hovered
  await name.press("Enter");
  await expect.poll(() => release.length).toBe(2);
  await expect(main.getByRole("alert")).toHaveCount(0);
  release[1]?.();
  await expect(main.getByRole("alert")).toBeVisible();
  await expect(failed).toHaveCount(1);
});

test("a toast is shown although the first request for the toaster failed @all", async ({ page, expectedMessages }) => {
  expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/about-us", { waitUntil: "networkidle" });
  await page.context().setOffline(true);
  await expect(page.getByText(t("offline.banner"))).toBeVisible();
  const toaster = /\/toaster-[\w-]+\.js$/;
  const failed = page.waitForEvent("requestfailed", (request) => toaster.test(request.url()));
  await page.route(toaster, (route) => route.abort("internetdisconnected"), { times: 1 });
  await page.context().setOffline(false);
  await failed;
  await expect(toast(page, t, "toast.back_online")).toBeVisible();
});
