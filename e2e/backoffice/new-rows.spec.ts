import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { Today } from "#contract/order-workflow.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { takePicture } from "../kit/picture.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, phone, test } from "./kit.ts";

test.use({ ...phone, viewport: { width: 390, height: 844 } });

test("OL01, TD01: new rows that would move others are held back until they are tapped @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const own = { name: ["Tạ", "Hoài Thu"] as [string, string], phone: "0903000661" };
  const first = await createOrder(staff, own);
  await page.clock.install();
  await staff.open("/orders?search=0903000661");
  const rows = page.locator("li[id^=order-]");
  await expect(rows).toHaveCount(1);
  const placeOf = async () => (await page.locator(`#order-${first.id}`).boundingBox())?.y;
  const before = await placeOf();
  const second = await createOrder(staff, own);
  const pill = page.getByRole("status").getByRole("button", { name: "1 đơn mới" });
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      return pill.count();
    })
    .toBe(1);
  expect(await placeOf()).toBe(before);
  await expectAccessible(page);
  expect((await pill.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await takePicture(page, "new-orders");
  // what changes of a shown row is shown at once, and what the person does to it
  await staff.call("PUT", `/wp-json/wc/v3/orders/${first.id}`, { customer_note: "gọi trước" });
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      return page.locator(`#order-${first.id}`).textContent();
    })
    .toContain("GHI CHÚ");
  await expect(rows).toHaveCount(1);
  await pill.click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveAttribute("id", `order-${second.id}`);
  await expect(page.getByRole("list", { name: "Đơn hàng" })).toBeFocused();
  await expect(pill).toHaveCount(0);

  // what new orders push over from the first page to the second is not new
  let pushed = false;
  const secondPage = "**/lianne-admin/v1/orders?*";
  await page.route(secondPage, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("page", "1");
    const headers = { ...route.request().headers(), "if-none-match": "" };
    const response = await route.fetch({ url: url.href, headers });
    const orders = (await response.json()) as OrderRow[];
    await route.fulfill({ response, json: pushed ? orders : orders.slice(1) });
  });
  await staff.open("/orders?search=0903000661&page=2");
  await expect(rows).toHaveCount(1);
  pushed = true;
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      return rows.count();
    })
    .toBe(2);
  await expect(pill).toHaveCount(0);
  await page.unroute(secondPage);

  // Today: a queue that comes does not push down the others
  let isNew = false;
  await page.route("**/lianne-admin/v1/today?*", async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), "if-none-match": "" } });
    const today = (await response.json()) as Today;
    const [queue] = today.queues;
    const queues = queue && isNew ? [{ ...queue, name: "bank_transfers", count: 7 }, ...today.queues] : today.queues;
    await route.fulfill({
      response,
      json: { ...today, queues: queues.filter((one, at) => at === 0 || one.name !== "bank_transfers") },
    });
  });
  await staff.open("/");
  const queues = page.getByRole("main").getByRole("listitem");
  await expect(queues.filter({ hasText: "Xác nhận" })).toBeVisible();
  const shown = await queues.count();
  // the age in its text changes with the clock
  const topQueue = () => queues.first().getByRole("link").getAttribute("href");
  const top = await topQueue();
  isNew = true;
  const news = page.getByRole("status").getByRole("button", { name: "1 việc mới" });
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      return news.count();
    })
    .toBe(1);
  expect(await topQueue()).toBe(top);
  await takePicture(page, "new-queues");
  await news.click();
  await expect(queues).toHaveCount(shown + 1);
  await expect(queues.first()).toContainText("7");
  // one that was done and comes back is new again
  const read = async (count: number) => {
    await page.clock.runFor(10_000);
    return (await queues.count()) === count;
  };
  isNew = false;
  await expect.poll(() => read(shown)).toBe(true);
  isNew = true;
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      return news.count();
    })
    .toBe(1);
  expect(await queues.count()).toBe(shown);
});
