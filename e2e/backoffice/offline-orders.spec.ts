import { createOrder, type NewOrder } from "./demo-orders.ts";
import { expect, failedRequests, phone, storedKeys, test, workerReady } from "./kit.ts";

test.use({ ...phone, serviceWorkers: "allow" });

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
