import type { Page } from "@playwright/test";
import { roles } from "#contract/permissions.ts";
import { mayOpen, type ScreenPath } from "#contract/backoffice/screens.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { expectSteady, openInReverse, watchLayoutShift } from "../kit/layout-shift.ts";
import { takeBackOfficePictures, takePicture } from "../kit/picture.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, failedRequests, phone, type StaffBrowser, test, workerReady } from "./kit.ts";
import { addressOf, privateScreens } from "./screen-addresses.ts";

/** Screens that show what the device or the address has, until the person searches or sends something. */
const withoutData: readonly ScreenPath[] = ["/orders/new", "/more", "/waiting", "/stock/labels", "/products/new"];
/** Packing stores the boxes on the device: their screen is opened before it. */
const boxes: ScreenPath = "/settings/boxes";
const loadingScreens = [boxes, ...privateScreens.filter((path) => path !== boxes && !withoutData.includes(path))];

/** The screens of the day; the others are opened with TEST_ALL=1. */
const ofTheDay: readonly ScreenPath[] = ["/", "/orders", "/orders/:id", "/pack/:id", "/products/:id/:tab?"];
const opened = testAll ? loadingScreens : loadingScreens.filter((path) => ofTheDay.includes(path));

const addressesOf = async (staff: StaffBrowser, paths: readonly ScreenPath[]): Promise<string[]> => {
  const addresses: string[] = [];
  for (const path of paths) addresses.push(await addressOf(staff, path));
  return addresses;
};

const isLoaded = (page: Page) => expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
/** Every request for data but that of the session. */
const data = /\/wp-json\/(?!lianne-admin\/v1\/session\?)|\/shiip\//;

/** Screens without a list, besides those without data; that of transfers has a test of its own. */
const withoutList: readonly ScreenPath[] = [
  "/orders/new",
  "/products/new",
  "/more",
  "/me",
  "/settings/staff",
  "/money/transfers",
];

/** A response whose lists have no entries. */
const withoutEntries = (response: unknown): unknown =>
  Array.isArray(response)
    ? []
    : Object.fromEntries(
        Object.entries(response as object).map(([name, part]) => [name, Array.isArray(part) ? [] : part]),
      );

/** Opens every screen, with responses that arrive in reverse, and expects that nothing moves. */
async function openAllSteadily(staff: StaffBrowser): Promise<void> {
  const { page } = staff;
  await staff.signIn("owner");
  const addresses = await addressesOf(staff, privateScreens);
  await watchLayoutShift(page);
  for (const address of addresses)
    await test.step(address, async () => {
      await openInReverse(page, data, {
        open: () => staff.open(address),
        isLoaded: async () => (await page.locator("main [aria-busy=true]").count()) === 0,
      });
      await expectSteady(page);
    });
}

const problem = { code: "internal", message: "Máy chủ gặp lỗi.", data: { status: 500, request_id: "a1b2c3" } };

test.describe("on a phone", () => {
  test.use(phone);

  test("GR07, AC01: every screen reports a failure with its cause, retry and the request's id, and loads after a retry @all", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    test.slow();
    expectedMessages.push(/status of 500/);
    await staff.signIn("owner");
    for (const address of await addressesOf(staff, opened))
      await test.step(address, async () => {
        await page.route(data, (route) =>
          route.request().method() === "GET" ? route.fulfill({ status: 500, json: problem }) : route.continue(),
        );
        await staff.open(address);
        const failures = page.locator("main").getByRole("alert").filter({ hasText: "Không tải được phần này" });
        await expect(failures.first()).toContainText("Máy chủ gặp lỗi.");
        await expect(failures.first().getByRole("button", { name: "Mã yêu cầu: a1b2c3" })).toBeVisible();
        await isLoaded(page);
        await expectAccessible(page);
        await expectNoOverflow(page, [320]);
        await page.unroute(data);
        for (let left = await failures.count(); left > 0; left = await failures.count()) {
          await failures.first().getByRole("button", { name: "Thử lại" }).click();
          await expect.poll(() => failures.count()).toBeLessThan(left);
        }
        await isLoaded(page);
      });
  });

  test("GR07, AC01: every list without entries states what would be there", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    test.slow();
    await staff.signIn("owner");
    await page.route(data, async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      const response = await route.fetch();
      return response.status() === 200
        ? route.fulfill({ response, json: withoutEntries(await response.json()) })
        : route.fulfill({ response });
    });
    for (const path of privateScreens.filter((one) => !one.includes(":") && !withoutList.includes(one)))
      await test.step(path, async () => {
        await staff.open(path);
        await isLoaded(page);
        await expect(page.locator("main .state-card").first()).toBeVisible();
        await expectAccessible(page);
        await expectNoOverflow(page, [320]);
        await takeBackOfficePictures(page, `empty${path.replaceAll(/\W+/g, "-")}`, { fullPage: true });
      });
    await page.unrouteAll({ behavior: "wait" });
  });

  test("GR07: a search that fails reports its cause and can be repeated, and what is on the screen stays @all", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 500/);
    await staff.signIn("owner");
    const searches = [
      ["/stock/labels", "Tên hoặc SKU", "stock-items"],
      ["/orders/new", "Thêm món hàng", "order-items"],
      ["/products/101/organization", "Tìm sản phẩm để gợi ý", "product-lists"],
    ] as const;
    for (const [address, label, name] of searches)
      await test.step(address, async () => {
        await staff.open(address);
        await isLoaded(page);
        const url = `**/${name}?*`;
        await page.route(url, (route) => route.fulfill({ status: 500, json: problem }));
        const field = page.getByLabel(label, { exact: true });
        await field.fill("bông tai");
        const failure = page.locator("main").getByRole("alert").filter({ hasText: "Máy chủ gặp lỗi." });
        await expect(failure.getByRole("button", { name: "Mã yêu cầu: a1b2c3" })).toBeVisible();
        await expect(field).toHaveValue("bông tai");
        await page.unroute(url);
        await failure.getByRole("button", { name: "Thử lại" }).click();
        await expect(
          page
            .locator("main")
            .getByRole("button", { name: /^Bông tai/ })
            .first(),
        ).toBeVisible();
        await field.fill("");
      });
  });

  test("GR07: the failure of one part leaves the rest of an order", async ({ staff, page, expectedMessages }) => {
    expectedMessages.push(/status of 500/);
    await staff.signIn("owner");
    const { id } = await createOrder(staff);
    const urls = ["**/refund-requests?*", "**/timeline?*", "**/parcels?*"];
    for (const url of urls) await page.route(url, (route) => route.fulfill({ status: 500, json: problem }));
    await staff.open(`/orders/${id}`);
    const failures = page.locator("main").getByRole("alert").filter({ hasText: "Không tải được phần này" });
    await expect(failures).toHaveCount(urls.length);
    for (const failure of await failures.all()) await expect(failure).toContainText("Mã yêu cầu: a1b2c3");
    await expect(page.getByRole("button", { name: "Xác nhận không gọi" })).toBeVisible();
    for (const url of urls) await page.unroute(url);
    for (let left = urls.length; left > 0; left--) {
      await failures.first().getByRole("button", { name: "Thử lại" }).click();
      await expect(failures).toHaveCount(left - 1);
    }
  });

  test("GR07: known customers, persons of the log, own role and usage of a product report a failure of their own @all", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 500/);
    await staff.signIn("owner");
    const parts = [
      ["/orders/new", "order-contacts", () => page.getByLabel("Số điện thoại").fill("0908333555")],
      ["/log", "log/actors", () => page.getByRole("button", { name: "Lọc", exact: true }).click()],
      ["/settings/staff", "roles", () => page.getByRole("button", { name: "Mời nhân viên" }).click()],
      ["/products/101/prices", "products/101/usage", () => page.getByRole("button", { name: "Nhân bản" }).waitFor()],
    ] as const;
    for (const [address, name, open] of parts)
      await test.step(address, async () => {
        const url = `**/${name}?*`;
        await page.route(url, (route) => route.fulfill({ status: 500, json: problem }));
        await staff.open(address);
        await isLoaded(page);
        await open();
        // on the page of staff the card of the own role fails as well
        const failure = page.getByRole("alert").filter({ hasText: "Không tải được phần này", visible: true }).last();
        await expect(failure.getByRole("button", { name: "Mã yêu cầu: a1b2c3" })).toBeVisible();
        await expectAccessible(page);
        await expectNoOverflow(page, [320]);
        await takePicture(page, `failed-part${address.replaceAll(/\W+/g, "-")}`);
        await page.unroute(url);
        await failure.getByRole("button", { name: "Thử lại" }).click();
        await expect(failure).toHaveCount(0);
      });
  });

  test("GR07, SP03: placeholders appear while a screen loads, and its data moves nothing that is there already", {
    tag: "@all",
  }, async ({ staff, page }) => {
    test.slow();
    await staff.signIn("owner");
    const addresses = await addressesOf(staff, loadingScreens);
    await watchLayoutShift(page);
    for (const address of addresses)
      await test.step(address, async () => {
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        await page.route(data, async (route) => {
          await released;
          await route.continue();
        });
        await staff.open(address);
        const placeholders = page.locator("main [aria-busy=true] .skeleton").filter({ visible: true });
        await expect(placeholders.first()).toBeVisible();
        release();
        await isLoaded(page);
        await page.unrouteAll({ behavior: "wait" });
        await expectSteady(page);
      });
  });

  test("GR07, SP03: no part of a screen moves another, also if the responses arrive in reverse", {
    tag: "@all",
  }, async ({ staff }) => {
    test.slow();
    await openAllSteadily(staff);
  });

  test.describe("with its service worker", () => {
    test.use({ serviceWorkers: "allow" });

    test("GR07: every screen states offline what it cannot show", { tag: "@all" }, async ({
      staff,
      page,
      context,
      expectedMessages,
    }) => {
      test.slow();
      expectedMessages.push(...failedRequests);
      await staff.signIn("owner");
      const addresses = await addressesOf(staff, loadingScreens);
      await staff.open("/more");
      await workerReady(page);
      await context.setOffline(true);
      for (const address of addresses)
        await test.step(address, async () => {
          await staff.open(address);
          await expect(page.getByText("Không có kết nối mạng")).toBeVisible();
          const failures = page.locator("main").getByRole("alert").filter({ hasText: "Không có kết nối" });
          await expect(failures.first()).toContainText("Hãy thử lại khi có mạng.");
          await isLoaded(page);
        });
      await context.setOffline(false);
    });
  });
});

test("GR07, SP03: nor on a desktop, where an order is next to its list and a product has all sections", {
  tag: "@all",
}, async ({ staff }) => {
  test.slow();
  await openAllSteadily(staff);
});

for (const role of roles)
  test(`GR07, RO02: every screen opens for the role ${role} without a refused request, or names the permission`, {
    tag: "@all",
  }, async ({ staff, page }) => {
    test.slow();
    await staff.signIn("owner");
    const addresses = await addressesOf(staff, privateScreens);
    await staff.signIn(role);
    const { permissions } = await staff.bo<{ permissions: string[] }>("GET", "/session");
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) refused.push(`${page.url()}: ${response.url()}`);
    });
    for (const address of addresses)
      await test.step(address, async () => {
        await staff.open(address);
        await isLoaded(page);
        const card = page.getByText("Chủ cửa hàng có thể đổi vai trò của bạn.", { exact: false });
        await expect(card).toHaveCount(mayOpen(address, permissions) ? 0 : 1);
        await expect(page.locator("main").getByRole("alert").filter({ hasText: "Không tải được" })).toHaveCount(0);
      });
    expect(refused).toEqual([]);
  });
