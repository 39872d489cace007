import { request } from "node:http";
import { startDemonstration } from "../kit/running-shop.ts";
import { expect, test } from "./kit.ts";

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

test("SC03: the back office's own host serves no page of the storefront, however host and path are written", {
  tag: "@all",
}, async () => {
  const shop = await startDemonstration("PGlite", { BACKOFFICE_URL: "http://quanly.lianne.test" });
  const get = (host: string, path: string) =>
    new Promise<{ status: number; location: string | undefined; type: string }>((resolve, reject) => {
      const { hostname, port } = new URL(shop.url);
      request({ hostname, port, path, headers: { host } }, (response) => {
        response.resume();
        const { location, "content-type": type = "" } = response.headers;
        resolve({ status: response.statusCode ?? 0, location, type });
      })
        .on("error", reject)
        .end();
    });
  try {
    expect(await get("quanly.lianne.test", "/")).toMatchObject({ status: 302, location: "/admin" });
    expect((await get("quanly.lianne.test", "/admin/orders")).status).toBe(200);
    // the router distinguishes the case of hosts, and decodes no slash
    expect((await get("Quanly.Lianne.Test", "/")).status).toBe(404);
    for (const path of ["/cart", "/%63art", "/admin%2F..%2Fcart", "/media%2Fx"])
      expect((await get("quanly.lianne.test", path)).status, path).toBe(404);
    const shopHost = new URL(shop.url).host;
    expect((await get(shopHost, "/")).status).toBe(200);
    for (const path of ["/admin", "/%61dmin/orders", "/wp-json/lianne-admin/v1/session"])
      expect((await get(shopHost, path)).status, path).toBe(404);
  } finally {
    await shop.close();
  }
});

test("SI04: the wrong password that locks the email, and each attempt during the lock, show the remaining time", {
  tag: "@all",
}, async ({ page, expectedMessages }) => {
  expectedMessages.push(/status of (401|429|503)/);
  await page.goto("/admin/sign-in");
  await page.getByLabel("Email").fill(`ai-${Date.now()}@example.com`);
  await page.getByLabel("Mật khẩu", { exact: true }).fill("khong dung dau");
  const signIn = page.getByRole("button", { name: "Đăng nhập", exact: true });
  const remaining = page.getByText(/Thử lại sau (1:00|0:\d\d)\./);
  // an overloaded server states a time too, but nothing is locked
  const isSession = /\/lianne-admin\/v1\/session\?/;
  await page.route(isSession, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          ...{ status: 503, headers: { "retry-after": "2" } },
          json: { code: "overloaded", message: "Máy chủ đang bận.", data: { status: 503 } },
        })
      : route.continue(),
  );
  await signIn.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByText("Sai quá nhiều lần.")).toHaveCount(0);
  await page.unroute(isSession);
  for (let wrong = 1; wrong <= 5; wrong++) {
    await expect(remaining).toHaveCount(0);
    const responded = page.waitForResponse(/\/session\?/);
    await signIn.click();
    expect((await responded).status()).toBe(401);
  }
  await expect(remaining).toBeVisible();
  await signIn.click();
  await expect(page.getByText("Sai quá nhiều lần.")).toBeVisible();
  await expect(remaining).toBeVisible();
});
