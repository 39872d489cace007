import { createOrder, type NewOrder } from "./demo-orders.ts";
import { orderToPack, packByHand, packOrder, withoutCamera } from "./pack-kit.ts";
import { expect, failedRequests, phone, saveData, storedKeys, storeOnDevice, test, workerReady } from "./kit.ts";

test.use({ ...phone, serviceWorkers: "allow", savesData: false });

test("OF02, OF06 an opened order shows its timeline, phone record and parcels offline, and all of it is removed when the order ends", async ({
  staff,
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests);
  await staff.signIn("owner");
  const own: NewOrder = { name: ["Lý", "Sen"], phone: "0908333555" };
  const { id } = await createOrder(staff, own);
  await createOrder(staff, own);
  await staff.call("POST", `/wp-json/wc/v3/orders/${id}/notes`, { note: "khách quen" });
  const stored = async () => (await storedKeys(page)).filter((key) => key.includes(`:order:${id}:`));
  await staff.open(`/orders/${id}`);
  await workerReady(page);
  const parts = ["wc/orders/{id}", "bo/orders/{id}/timeline", "bo/phones/{digits}", "bo/parcels"];
  for (const part of parts)
    await expect.poll(async () => (await stored()).some((key) => key.includes(part)), part).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("2 đơn, đang mở 2")).toBeVisible();
  await expect(page.getByText("khách quen")).toBeVisible();
  await expect(page.getByRole("link", { name: "GỌI 090 833 3555" })).toBeVisible();
  await context.setOffline(false);
  // it ends while no screen of this device shows it: the next start removes it
  await page.goto("about:blank");
  await staff.call("PUT", `/wp-json/wc/v3/orders/${id}`, { status: "cancelled" });
  await staff.open("/me");
  await expect.poll(stored).toEqual([]);
});

test("OF02 an order in progress that was never opened opens offline from the list, with its lines, customer and timeline", async ({
  staff,
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests);
  await staff.signIn("owner");
  const { id } = await createOrder(staff, { name: ["Vũ", "Lan"], phone: "0908222111" });
  await staff.call("POST", `/wp-json/wc/v3/orders/${id}/notes`, { note: "giao giờ hành chính" });
  await staff.open("/orders");
  await workerReady(page);
  await expect(page.getByRole("link", { name: String(id) })).toBeVisible();
  for (const part of ["wc/orders/{id}", "bo/orders/{id}/timeline", "bo/parcels", "bo/phones/{digits}"])
    await expect
      .poll(async () => (await storedKeys(page)).some((key) => key.includes(`:order:${id}:`) && key.includes(part)), {
        message: part,
        timeout: 15_000,
      })
      .toBe(true);
  await context.setOffline(true);
  // in the memory of the page, and after a reload
  for (const reload of [false, true]) {
    if (reload) {
      await page.goto("/admin/orders");
      await expect(page.getByText("Không có kết nối mạng")).toBeVisible();
    }
    await page.getByRole("link", { name: String(id) }).click();
    const order = page.getByRole("article");
    await expect(order.getByText("× 1 · LN-E-0008")).toBeVisible();
    await expect(order.getByRole("heading", { name: "Vũ Lan" })).toBeVisible();
    await expect(order.getByText("12 Hàng Bạc").first()).toBeVisible();
    await expect(order.getByRole("listitem").filter({ hasText: "giao giờ hành chính" })).toBeVisible();
    await expect(order.getByText("Đơn này chưa có kiện nào.")).toBeVisible();
    await expect(order.getByText("1 đơn, đang mở 1")).toBeVisible();
  }
  await context.setOffline(false);
});

test("OF02, RO03 a packer packs an order offline that was never opened, and it is sent once when the connection returns @all", async ({
  staff,
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests);
  await withoutCamera(page);
  await staff.signIn("owner");
  const id = await orderToPack(staff);
  await staff.signIn("packer");
  await staff.open("/me");
  await workerReady(page);
  const stored = async () => (await storedKeys(page)).filter((key) => key.includes(`:order:${id}:`));
  await expect.poll(stored, { timeout: 15_000 }).toEqual([expect.stringContaining("GET bo/pack/orders/{id}")]);
  const sent: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.includes(`/pack/orders/${id}`) && response.request().method() !== "GET")
      sent.push(`${pathname.split("/").at(-1)} ${response.status()}`);
  });
  await context.setOffline(true);
  await page.goto("/admin/pack");
  await page
    .getByRole("listitem")
    .getByRole("link", { name: String(id) })
    .click();
  await packByHand(page);
  await expect(page.getByText("Không có mạng. 5 thao tác chờ gửi.")).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await packOrder(staff, id)).stage).toBe("to_hand_over");
  await expect(page.getByText(/thao tác chờ gửi/)).toHaveCount(0);
  // the server's state may be read before the browser reports the response
  await expect.poll(() => sent.filter((one) => one === "complete 200").length).toBe(1);
});

test("OF02 a browser that saves data reads no order in advance @all", async ({ staff, page }) => {
  await saveData(page);
  await page.clock.install();
  const reads: string[] = [];
  page.on("request", (request) => {
    if (/\/(orders-in-progress|pack\/orders)\?/.test(request.url())) reads.push(request.url());
  });
  await staff.signIn("owner");
  await staff.open("/");
  await page.clock.runFor(5_000);
  expect(reads).toEqual([]);
  await page.evaluate(() => Object.defineProperty(navigator, "connection", { value: { saveData: false } }));
  await page.clock.fastForward("10:00");
  await expect.poll(() => reads.length).toBeGreaterThan(0);
});

test("OF02 all pages of orders in progress are read every 2 hours, in between the newest one @all", async ({
  staff,
  page,
}) => {
  await page.clock.install();
  await staff.signIn("owner");
  const [order] = await staff.bo<object[]>("GET", "/orders-in-progress");
  const pages: number[] = [];
  await page.route("**/orders-in-progress?*", (route) => {
    pages.push(Number(new URL(route.request().url()).searchParams.get("page")));
    // a full page each, of orders that the device does not show
    return route.fulfill({ json: Array.from({ length: 25 }, () => order) });
  });
  await staff.open("/");
  const all = [1, 2, 3, 4, 5, 6, 7, 8];
  await page.clock.runFor(5_000);
  await expect.poll(() => pages).toEqual(all);
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.startsWith("orders:"))).toBe(true);
  await page.clock.fastForward("10:00");
  await expect.poll(() => pages).toEqual([...all, 1]);
  await page.clock.fastForward("02:00:00");
  await expect.poll(() => pages).toEqual([...all, 1, ...all]);
});

test("OF06 what the role may not see any more is removed when the back office opens; what it packs stays @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("packer");
  const { staff: account } = await staff.bo<{ staff: { id: number } }>("GET", "/session");
  await staff.open("/me");
  const names = ["GET wc/orders/{id}", "GET bo/orders/{id}/timeline", "GET bo/pack/orders/{id}"];
  const keyOf = (name: string) =>
    `data:${account.id}:order:999999:${JSON.stringify([name, { path: { id: 999999 } }, "vi"])}`;
  await storeOnDevice(
    page,
    Object.fromEntries(
      names.map((name) => [
        keyOf(name),
        {
          queryKey: [name, { path: { id: 999999 } }, "vi"],
          at: Date.now(),
          response: { data: {}, etag: null, total: null },
        },
      ]),
    ),
  );
  await staff.open("/me");
  await expect
    .poll(async () => (await storedKeys(page)).filter((key) => key.includes(":order:999999:")))
    .toEqual([keyOf("GET bo/pack/orders/{id}")]);
});
