import { screens } from "#contract/backoffice/screens.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expect, phone, storedKeys, test, unique } from "./kit.ts";

test("GR01: screens have addresses: opened directly, reached with Back, and 404 with a page for all others", async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/404/);
  await staff.signIn("owner");
  await staff.open("/log");
  await page.getByRole("link", { name: "Nhân viên" }).first().click();
  await expect(page.getByRole("heading", { name: "Nhân viên", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/settings\/staff$/);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Nhật ký", level: 1 })).toBeVisible();

  const response = await page.goto("/admin/nowhere");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Không tìm thấy", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Về trang Hôm nay" }).click();
  await expect(page.getByRole("heading", { name: "Hôm nay", level: 1 })).toBeVisible();
});

test("GR01: an address opened without a session leads back to it after the sign-in", { tag: "@all" }, async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/401/);
  await page.goto("/admin/log?entity=order");
  await expect(page).toHaveURL(/\/admin\/sign-in\?next=/);
  await page.getByRole("button", { name: "Chủ cửa hàng" }).click();
  await expect(page).toHaveURL(/\/admin\/log\?entity=order$/);
});

test("GR03, SC04: no page of the storefront links to the back office, which is not indexed and runs own files only", async ({
  page,
}) => {
  const pages = [
    "/",
    "/products",
    "/product-detail/101/nhan-bac-solitaire-cz",
    "/search?keyword=nhan",
    "/cart",
    "/404",
  ];
  for (const path of [...pages, "/sitemap.xml"])
    expect(await (await page.request.get(path)).text(), path).not.toMatch(/\/admin\b/);
  expect(await (await page.request.get("/robots.txt")).text()).toContain("Disallow: /admin");
  await page.goto("/admin/sign-in");
  const script = await page.locator("script[src]").first().getAttribute("src");
  const files = ["/admin/sw.js", "/admin/manifest.webmanifest", script ?? ""];
  for (const path of ["/admin/orders/1", "/admin/nowhere", "/wp-json/lianne-admin/v1/session", ...files])
    expect((await page.request.get(path)).headers()["x-robots-tag"], path).toBe("noindex");
  const headers = (await page.request.get("/admin")).headers();
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  expect(headers["permissions-policy"]).toContain("camera=(self)");
  const policy = headers["content-security-policy"] ?? "";
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'/);
});

test("GR02: the content that shoppers load has no text of the back office", async ({ page }) => {
  const loaded: string[] = [];
  page.on("response", (response) => loaded.push(new URL(response.url()).pathname));
  await page.goto("/");
  expect(loaded.filter((path) => path.startsWith("/admin"))).toEqual([]);
  expect(await page.content()).not.toContain("Chủ cửa hàng");
});

test("GR05: the navigation is on the left of a desktop, and at the bottom of a phone, within reach of the thumb", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/");
  const navigation = page.getByRole("navigation", { name: "Điều hướng" });
  await expect(navigation).toHaveCount(1);
  expect((await navigation.boundingBox())?.x).toBeLessThan(20);
  await page.setViewportSize({ width: 360, height: 640 });
  const items = navigation.getByRole("link");
  await expect(items.last()).toHaveText("Thêm");
  const boxes = await Promise.all((await items.all()).map((item) => item.boundingBox()));
  for (const box of boxes) {
    expect(box?.height).toBeGreaterThanOrEqual(48);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(600);
  }
});

test.describe("GR07: the states of a part that loads data", () => {
  const url = "**/wp-json/lianne-admin/v1/staff?*";

  test("GR07: a placeholder while it loads, then the content", { tag: "@all" }, async ({ staff, page }) => {
    await staff.signIn("owner");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(url, async (route) => {
      await released;
      await route.continue();
    });
    await staff.open("/settings/staff");
    await expect(page.locator("main [aria-busy=true]").first()).toBeVisible();
    release();
    await expect(page.getByText("chu@lianne.example").first()).toBeVisible();
  });

  test("GR07: an error shows its cause, can be retried, and has the request's id to copy", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/500/);
    await staff.signIn("owner");
    const problem = { code: "internal", message: "Máy chủ gặp lỗi.", data: { status: 500, request_id: "a1b2c3" } };
    await page.route(url, (route) => route.fulfill({ status: 500, json: problem }));
    await staff.open("/settings/staff");
    const alert = page.getByRole("alert").filter({ hasText: "Không tải được phần này" });
    await expect(alert).toContainText("Máy chủ gặp lỗi.");
    await expect(alert.getByRole("button", { name: "Mã yêu cầu: a1b2c3" })).toBeVisible();
    // the other part of the screen is there
    await expect(page.getByRole("button", { name: "Tạo vai trò riêng" })).toBeVisible();
    await page.unroute(url);
    await alert.getByRole("button", { name: "Thử lại" }).click();
    await expect(page.getByText("chu@lianne.example").first()).toBeVisible();
  });

  test("GR07, RO02: a role without the permission sees which one it needs, and no link to the screen", async ({
    staff,
    page,
  }) => {
    await staff.signIn("packer");
    await staff.open("/settings/staff");
    await expect(page.getByText("Bạn không có quyền xem").last()).toBeVisible();
    await expect(page.getByText("Cần quyền Tài khoản nhân viên", { exact: false })).toBeVisible();
    await expect(page.getByRole("link", { name: "Nhân viên", exact: true })).toHaveCount(0);
    const refused = await page.request.get("/wp-json/lianne-admin/v1/staff/1/sessions");
    const missing = await page.request.get("/wp-json/lianne-admin/v1/staff/99999999/sessions");
    expect([refused.status(), missing.status()]).toEqual([403, 403]);
  });
});

test.describe("on a phone", () => {
  test.use(phone);

  test("GR08: twenty taps on one button send one request, whose key a retry repeats", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/ERR_FAILED|Failed to load/);
    await staff.signIn("owner");
    await staff.open("/settings/staff");
    await page.getByRole("button", { name: "Mời nhân viên" }).click();
    const dialog = page.getByRole("dialog");
    const name = unique("Trần Văn An");
    await dialog.getByLabel("Họ tên").fill(name);
    await dialog.getByLabel("Email").fill(`an-${Date.now()}@example.com`);
    const keys: (string | undefined)[] = [];
    await page.route("**/lianne-admin/v1/staff?*", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      keys.push(route.request().headers()["idempotency-key"]);
      // the connection breaks after the first attempt
      return keys.length === 1 ? route.abort() : route.continue();
    });
    await dialog.getByRole("button", { name: "Gửi lời mời" }).evaluate((button: HTMLButtonElement) => {
      for (let taps = 0; taps < 20; taps++) button.click();
    });
    await expect(dialog).toBeHidden();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
    await expect(page.getByText(name)).toHaveCount(1);
  });

  test("GR11: a form that was left is offered again, and leaves the device with the account @all", async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    await staff.open("/settings/staff");
    await page.getByRole("button", { name: "Mời nhân viên" }).click();
    const name = page.getByRole("dialog").getByLabel("Họ tên");
    await name.fill("Lê Thu");
    await expect.poll(async () => (await storedKeys(page)).filter((key) => key.includes("invitation"))).toHaveLength(1);
    await page.reload();
    await page.getByRole("button", { name: "Mời nhân viên" }).click();
    await expect(page.getByRole("dialog").getByText(/Bản nháp/)).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Tiếp tục" }).click();
    await expect(name).toHaveValue("Lê Thu");
  });
});

test("RO05: an owner puts a role together, and invites a person with it", async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/settings/staff");
  await page.getByRole("button", { name: "Tạo vai trò riêng" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Tên vai trò").fill("Trực quầy");
  await dialog.getByLabel("Xem đơn hàng, khách và giá").check();
  await expect(dialog.getByText("Tài khoản nhân viên", { exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByRole("heading", { name: "Trực quầy" })).toBeVisible();
  await expect(page.getByText("2 quyền")).toBeVisible();
  await page.getByRole("button", { name: "Mời nhân viên" }).click();
  await expect(page.getByRole("radio", { name: /Trực quầy/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sửa" }).click();
  await page.getByRole("button", { name: "Xóa vai trò" }).click();
  await page
    .getByRole("dialog", { name: "Xóa vai trò Trực quầy?" })
    .getByRole("button", { name: "Xóa vai trò" })
    .click();
  await expect(page.getByRole("button", { name: "Tạo vai trò riêng" })).toBeVisible();
});

test("SI11: an owner sees where an account is signed in, and ends its sessions", { tag: "@all" }, async ({
  staff,
  page,
  colleague,
}) => {
  await colleague("packer");
  await staff.signIn("owner");
  await staff.open("/settings/staff");
  await page.getByRole("button").filter({ hasText: "donggoi@lianne.example" }).click();
  const sessions = page.getByRole("dialog").getByRole("region", { name: "Các phiên đăng nhập" });
  await expect(sessions.getByText(/127\.0\.…/).first()).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Kết thúc mọi phiên" }).click();
  await expect(sessions.getByText("Không đăng nhập ở đâu cả.")).toBeVisible();
});

test("AC02, AC06: everything is reached by keyboard, the focus is on the next row after one disappears, and dark surfaces are accessible @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const invited: string[] = [];
  for (const name of ["Người một", "Người hai"]) {
    const email = `${unique("moi").replace(" ", "-")}-${invited.length}@example.com`;
    invited.push((await staff.bo<{ email: string }>("POST", "/staff", { name, email, role: "packer" })).email);
  }
  await staff.open("/settings/staff");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Đến nội dung chính" })).toBeFocused();
  const invite = page.getByRole("button", { name: "Mời nhân viên" });
  await invite.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(invite).toBeFocused();
  const row = (index: number) => page.getByRole("button").filter({ hasText: invited[index] ?? "" });
  await row(0).press("Enter");
  const revoke = page.getByRole("dialog").getByRole("button", { name: "Thu hồi lời mời" });
  await revoke.press("Enter");
  await revoke.last().press("Enter");
  await expect(row(0)).toHaveCount(0);
  await expect(row(1)).toBeFocused();
  await page.emulateMedia({ colorScheme: "dark" });
  const surface = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect.poll(surface).toBe("rgb(25, 22, 19)");
  await expectAccessible(page);
  // motion is reduced in these tests: no element of the screen stays animated (a transition lasts 0.01 ms, a loader until the data comes)
  const animated = () =>
    page.evaluate(() =>
      document.getAnimations().map(({ effect }) => (effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 120)),
    );
  await expect.poll(animated).toEqual([]);
});

test("RO02: the server responds to each screen of the table", async ({ page }) => {
  for (const path of Object.keys(screens)) {
    const response = await page.request.get(`/admin${path.replaceAll(/:\w+/g, "1")}`);
    expect([path, response.status()]).toEqual([path, 200]);
  }
});
