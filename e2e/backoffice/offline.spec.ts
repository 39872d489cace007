import type { Response } from "@playwright/test";
import { createOrder } from "./demo-orders.ts";
import { expect, failedRequests, lately, phone, storedKeys, storeOnDevice, test, workerReady } from "./kit.ts";
import { orderToPack, packByHand, packOrder, withoutCamera } from "./pack-kit.ts";

test.use({ ...phone, serviceWorkers: "allow" });

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
  await expect(page.getByText(new RegExp(`^Cập nhật ${lately}$`))).toBeVisible();
  await expect(page.getByText("Không có kết nối mạng")).toBeVisible();
  // the worker of the back office has no page of the storefront
  await expect(page.goto("/about")).rejects.toThrow();
  await context.setOffline(false);
});

test("PR07 images that the phone shares from its gallery are offered, and uploaded once they are accepted", {
  tag: "@all",
}, async ({ staff, page, shop }) => {
  await staff.signIn("staff");
  await staff.open("/");
  await workerReady(page);
  const manifest = await (await page.request.get("/admin/manifest.webmanifest")).json();
  // what the system sends to the address of the manifest: from no page of the shop, whose policy allows no form
  await page.goto("about:blank");
  await page.evaluate(
    ({ action, enctype, params: { files } }) => {
      const form = Object.assign(document.createElement("form"), { action, enctype, method: "POST" });
      const field = Object.assign(document.createElement("input"), { type: "file", name: files[0].name });
      const pixel = Uint8Array.from(atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"), (c) =>
        c.charCodeAt(0),
      );
      const data = new DataTransfer();
      data.items.add(new File([pixel], "nhan.gif", { type: "image/gif" }));
      field.files = data.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    { ...manifest.share_target, action: new URL(manifest.share_target.action, shop.url).href },
  );
  await expect(page.getByText("1 ảnh được chia sẻ từ máy")).toBeVisible();
  await expect(page.locator("main li img")).toHaveCount(0);
  await page.getByRole("button", { name: "Thêm vào" }).click();
  await expect(page.locator("main li img")).toHaveAttribute("src", /\/media\//);
  await expect(page.getByText("được chia sẻ từ máy")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => caches.has("admin-shared-images"))).toBe(false);
});

for (const hasCaches of [true, false])
  test(`OF06 sign-out removes what the device has stored${hasCaches ? "" : ", also where the browser has no caches, as over plain http"}`, {
    tag: hasCaches ? [] : "@all",
  }, async ({ staff, page }) => {
    if (!hasCaches) await page.addInitScript(() => Reflect.deleteProperty(globalThis, "caches"));
    await staff.signIn("owner");
    await staff.open("/more");
    expect(await page.evaluate(() => "caches" in globalThis)).toBe(hasCaches);
    await expect.poll(async () => (await storedKeys(page)).length).toBeGreaterThan(0);
    await storeOnDevice(page, { "contact:99999:": Date.now(), "queue:99999:": [] });
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await expect(page).toHaveURL(/\/admin\/sign-in$/);
    const left = (await storedKeys(page)).sort();
    expect(left, "what waits for another account stays").toEqual(["contact:99999:", "queue:99999:"]);
  });

test("OF06 of an order that is completed or closed nothing stays on the device", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff);
  const isStored = async () => (await storedKeys(page)).some((key) => /^data:.*wc\/orders\/\{id\}/.test(key));
  await staff.open(`/orders/${id}`);
  await expect.poll(isStored).toBe(true);
  await staff.call("PUT", `/wp-json/wc/v3/orders/${id}`, { status: "cancelled" });
  await page.reload();
  await expect(page.locator("article").getByText("Đã đóng")).toBeVisible();
  await expect.poll(isStored).toBe(false);
});

test("OF06 data of an account without contact for 7 days is removed when the back office opens", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/");
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.startsWith("session:"))).toBe(true);
  await storeOnDevice(page, {
    "contact:99999:": Date.now() - 8 * 24 * 60 * 60_000,
    "draft:99999:form": { at: 1, values: { name: "Mai" } },
  });
  await staff.open("/more");
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.includes(":99999:"))).toBe(false);
  expect((await storedKeys(page)).some((key) => key.startsWith("session:"))).toBe(true);
});

test("OF02, OF05 an order is packed offline, shown as waiting, and sent once when the connection returns", async ({
  staff,
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests);
  await withoutCamera(page);
  await staff.signIn("owner");
  const id = await orderToPack(staff);
  await staff.open(`/pack/${id}`);
  await workerReady(page);
  await expect.poll(async () => (await packOrder(staff, id)).assigned_to).not.toBeNull();
  await expect(page.getByText("0/1")).toBeVisible();
  const waiting = page.getByText("Không có mạng. 4 thao tác chờ gửi.");
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

test("OF02 notes and outcomes of calls wait offline in their order, across a reload, and are sent once by one of two tabs", {
  tag: "@all",
}, async ({ staff, page, context, expectedMessages }) => {
  expectedMessages.push(...failedRequests);
  await staff.signIn("owner");
  const { id } = await createOrder(staff, { name: ["Hà", "Bích"], phone: "0908333444" });
  await staff.open(`/orders/${id}`);
  await workerReady(page);
  await expect(page.getByRole("link", { name: "GỌI 090 833 3444" })).toBeVisible();
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.includes("GET wc/orders/{id}"))).toBe(true);
  await context.setOffline(true);
  // only the server can decide these
  await expect(page.getByRole("button", { name: "Xác nhận không gọi · cần có mạng" })).toBeDisabled();
  const note = page.getByRole("textbox", { name: "Ghi chú" });
  await note.fill("gọi sau 17 giờ");
  await page.getByRole("button", { name: "Lưu" }).click();
  await expect(note).toHaveValue("");
  await page.getByRole("link", { name: "GỌI 090 833 3444" }).click();
  await page.getByRole("button", { name: "Không nghe máy" }).click();
  await page.getByRole("button", { name: "2 giờ" }).click();
  const waiting = page.getByRole("status", { name: "Chờ gửi" }).getByRole("listitem");
  await expect(waiting).toHaveText([/ghi chú “gọi sau 17 giờ”/, /kết quả cuộc gọi “Không nghe máy”/]);
  await expect(page.getByText("Không có mạng. 2 thao tác chờ gửi.")).toBeVisible();
  await page.reload();
  await expect(waiting).toHaveCount(2);
  // a second tab of the same browser
  const other = await context.newPage();
  await other.goto(`/admin/orders/${id}`);
  await expect(other.getByText("Không có mạng. 2 thao tác chờ gửi.")).toBeVisible();
  const sent: string[] = [];
  // a tab that was opened offline has no nonce: its first attempt is rejected, and renews it
  const record = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (response.request().method() === "POST" && /\/(notes|calls)$/.test(pathname))
      sent.push(`${pathname.split("/").at(-1)} ${response.status()}`);
  };
  for (const tab of [page, other]) tab.on("response", record);
  await context.setOffline(false);
  for (const tab of [page, other]) {
    await expect(tab.getByRole("status", { name: "Chờ gửi" }).getByRole("listitem")).toHaveCount(0);
    await expect(tab.getByText(/Gọi: không nghe máy · gọi lại/)).toBeVisible();
    await expect(tab.getByRole("listitem").filter({ hasText: "gọi sau 17 giờ" })).toHaveCount(1);
  }
  expect(sent.filter((one) => !/40[13]$/.test(one))).toEqual(["notes 201", "calls 200"]);
  const events = await staff.bo<{ kind: string }[]>("GET", `/orders/${id}/timeline`);
  expect(events.filter(({ kind }) => kind === "note" || kind === "call")).toHaveLength(2);
});

test("OF03 what only the server can decide is not available offline, and is shown as such", { tag: "@all" }, async ({
  staff,
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests);
  await staff.signIn("owner");
  const { id } = await createOrder(staff, { status: "processing", carrier: null });
  const unavailable = (name: string) => page.getByRole("button", { name: `${name} · cần có mạng` });
  const offline = async (address: string, buttons: readonly string[], prepare?: () => Promise<unknown>) => {
    await staff.open(address);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await prepare?.();
    await context.setOffline(true);
    for (const name of buttons) await expect(unavailable(name), `${address}: ${name}`).toBeDisabled();
    await context.setOffline(false);
  };
  // booking
  await offline(`/orders/${id}`, ["Đặt vận đơn"]);
  // prices
  await offline("/products/prices", ["Xem trước"]);
  // publishing, and everything else of a product
  await offline("/products/new", ["Tạo bản nháp"]);
  await offline("/products/143/prices", ["Lưu"], () => page.getByLabel("Giá vốn").fill("90k"));
  await page.getByRole("button", { name: "Bỏ", exact: true }).click();
  // money
  await offline(`/orders/${id}`, ["Đổi trạng thái"], async () => {
    await page.getByRole("button", { name: "Khác…" }).click();
    await page.getByRole("button", { name: "Đổi trạng thái" }).click();
  });
});
