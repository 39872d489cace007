import type { Page } from "@playwright/test";
import { expect, phone, test } from "./kit.ts";
import { earrings, orderToPack, packOrder } from "./pack-kit.ts";

test.use({ ...phone, serviceWorkers: "allow" });

/** Waits until the service worker has stored the shell, so that the page opens offline. */
const workerReady = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        return active?.state === "activated" && navigator.serviceWorker.controller !== null;
      }),
    )
    .toBe(true);

/** Names of everything that this browser stores for the account. */
const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const open = indexedDB.open("keyval-store");
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const names = open.result.objectStoreNames;
          if (!names.contains("keyval")) return resolve([]);
          const all = open.result.transaction("keyval").objectStore("keyval").getAllKeys();
          all.onsuccess = () => resolve(all.result.map(String));
        };
      }),
  );

const failedRequests = [/net::ERR_INTERNET_DISCONNECTED/, /Failed to load resource/];

test("OF01 offline the back office opens from stored data and shows their time; its worker handles only /admin", async ({
  staff,
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests);
  await staff.signIn("owner");
  await staff.open("/");
  await workerReady(page);
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.includes("GET bo/today"))).toBe(true);
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );
  expect(scopes).toEqual(["/admin"]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Hôm nay", level: 1 })).toBeVisible();
  await expect(page.getByText(/^Cập nhật \d\d:\d\d hôm nay$/)).toBeVisible();
  await expect(page.getByText("Không có kết nối mạng")).toBeVisible();
  // the worker of the back office has no page of the storefront
  await expect(page.goto("/about")).rejects.toThrow();
  await context.setOffline(false);
});

test("OF06 sign-out removes what the device has stored", async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/more");
  await expect.poll(async () => (await storedKeys(page)).length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Đăng xuất" }).click();
  await expect(page).toHaveURL(/\/admin\/sign-in$/);
  expect(await storedKeys(page)).toEqual([]);
});

test("OF06 data of an account without contact for 7 days is removed when the back office opens", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  await staff.open("/");
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.startsWith("session:"))).toBe(true);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const open = indexedDB.open("keyval-store");
        open.onsuccess = () => {
          const write = open.result.transaction("keyval", "readwrite");
          const store = write.objectStore("keyval");
          store.put(Date.now() - 8 * 24 * 60 * 60_000, "contact:99999:");
          store.put({ at: 1, values: { name: "Mai" } }, "draft:99999:form");
          write.oncomplete = () => resolve();
        };
      }),
  );
  await staff.open("/more");
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.includes(":99999:"))).toBe(false);
  expect((await storedKeys(page)).some((key) => key.startsWith("session:"))).toBe(true);
});

const withoutCamera = async (page: Page) => {
  await page.addInitScript(() => localStorage.setItem("lianne-admin-camera", "off"));
};

/** Packs an order of one item by hand: tap, gift, photo from a file, done. */
async function packByHand(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Chạm để đánh dấu/ }).click();
  await page.getByRole("button", { name: "Đúng, đánh dấu" }).click();
  await expect(page.getByText("1/1")).toBeVisible();
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Chụp hộp mở" }).click();
  await page.locator("input[type=file]").setInputFiles("fixtures/pictures/og-image.jpg");
  await expect(page.getByText("Đã có 1 ảnh")).toBeVisible();
  await page.getByRole("button", { name: "Xong", exact: true }).click();
}

test("OF02, OF05 an order is packed offline, shown as waiting, and sent once when the connection returns", async ({
  staff,
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests);
  await withoutCamera(page);
  await staff.signIn("owner");
  const id = await orderToPack(staff, [{ product_id: earrings.id, quantity: 1 }]);
  await staff.open(`/pack/${id}`);
  await workerReady(page);
  await expect.poll(async () => (await packOrder(staff, id)).assigned_to).not.toBeNull();
  await expect(page.getByText("0/1")).toBeVisible();
  const waiting = page.getByText("Không có mạng. 3 thao tác chờ gửi.");
  await context.setOffline(true);
  await packByHand(page);
  await expect(waiting).toBeVisible();
  // the actions survive a closed page
  await page.reload();
  await expect(waiting).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await packOrder(staff, id)).stage).toBe("to_hand_over");
  const { lines, photos } = await packOrder(staff, id);
  expect([lines[0]?.ticked, photos.length]).toEqual([1, 1]);
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.startsWith("queue:"))).toBe(false);
});

test("OF04 an order that was cancelled meanwhile is not forced: both sides are listed with a choice, and packing alarms", async ({
  staff,
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests, /409/);
  await withoutCamera(page);
  await staff.signIn("owner");
  const id = await orderToPack(staff, [{ product_id: earrings.id, quantity: 1 }]);
  await staff.open(`/pack/${id}`);
  await workerReady(page);
  await expect.poll(async () => (await packOrder(staff, id)).assigned_to).not.toBeNull();
  await context.setOffline(true);
  await packByHand(page);
  await expect(page.getByText("Không có mạng. 3 thao tác chờ gửi.")).toBeVisible();
  // from the test's process, as by another device
  await staff.bo("POST", `/orders/${id}/cancel`, { reason: "customer" });
  await context.setOffline(false);
  await page.goto("/admin/waiting");
  await expect(page.getByText("Đơn đã bị hủy. Không đóng gói và không giao kiện này.")).toBeVisible();
  await expect(page.getByText(`Đơn ${id}: đóng gói xong`)).toBeVisible();
  await staff.open(`/pack/${id}`);
  await expect(page.getByText(`DỪNG: đơn ${id} đã bị hủy`)).toBeVisible();
  await page.goto("/admin/waiting");
  await page.getByRole("button", { name: "Bỏ thao tác của tôi" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Bỏ thao tác của tôi" }).click();
  await expect(page.getByText("Không có gì chờ gửi")).toBeVisible();
});
