import type { StaffProfile } from "#contract/backoffice/staff.ts";
import { expect, test } from "./kit.ts";

test("GR04: another language keeps the screen, its filters and what is typed", async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/me");
  await page.getByLabel("Họ tên").fill("Nguyễn Thị Hương");
  await page.getByText("English").click();
  await expect(page.getByRole("heading", { name: "My account", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nguyễn Thị Hương");
  await page.getByText("Tiếng Việt").click();
  await expect(page.getByRole("heading", { name: "Tài khoản của tôi", level: 1 })).toBeVisible();
});

test("GR04: a session that was requested before the language changed does not change it back @all", async ({
  staff,
  page,
  expectedMessages,
}) => {
  // before the session the page has no nonce
  expectedMessages.push(/status of 403/);
  await staff.signIn("owner");
  await staff.open("/me");
  const release = Promise.withResolvers<void>();
  await page.route(
    /lianne-admin\/v1\/session(\?|$)/,
    async (route) => {
      const response = await route.fetch();
      await release.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.reload();
  await page.getByText("English").click();
  const heading = page.getByRole("heading", { name: "My account", level: 1 });
  await expect(heading).toBeVisible();
  const late = page.waitForResponse(/lianne-admin\/v1\/session(\?|$)/);
  release.resolve();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
  await expect(heading).toBeVisible();
  await page.getByText("Tiếng Việt").click();
  await expect(page.getByRole("heading", { name: "Tài khoản của tôi", level: 1 })).toBeVisible();
});

test("GR04: the language before can be chosen again while the profile is still read @all", async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/me");
  await expect(page.getByRole("radio", { name: "Tiếng Việt" })).toBeChecked();
  const release = Promise.withResolvers<void>();
  await page.route(/lianne-admin\/v1\/profile(\?|$)/, async (route) => {
    if (route.request().method() === "GET") await release.promise;
    await route.continue();
  });
  await page.getByText("English").click();
  await expect(page.getByRole("heading", { name: "My account", level: 1 })).toBeVisible();
  await page.getByText("Tiếng Việt").click();
  await expect(page.getByRole("radio", { name: "Tiếng Việt" })).toBeChecked();
  release.resolve();
  await expect(page.getByRole("heading", { name: "Tài khoản của tôi", level: 1 })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
});

test("GR04: a tone is off from the tap, and can be turned on again while that is still saved @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const saved = async () => (await staff.bo<StaffProfile>("GET", "/profile")).scanner_tones;
  await staff.open("/me");
  const tones = page.getByLabel("Âm báo khi quét");
  await expect(tones).toBeChecked();
  const release = Promise.withResolvers<void>();
  const changes: unknown[] = [];
  await page.route(/lianne-admin\/v1\/profile(\?|$)/, async (route) => {
    if (route.request().method() === "PUT") {
      changes.push(route.request().postDataJSON());
      await release.promise;
    }
    await route.continue();
  });
  await tones.uncheck();
  await tones.check();
  await tones.uncheck();
  release.resolve();
  await expect.poll(saved).toBe(false);
  await expect(tones).not.toBeChecked();
  // one at a time: the last choice is sent after the first, and those between are not
  await expect.poll(() => changes).toEqual([{ scanner_tones: false }, { scanner_tones: false }]);
  await tones.check();
  await expect.poll(saved).toBe(true);
  await page.unrouteAll({ behavior: "wait" });
});
