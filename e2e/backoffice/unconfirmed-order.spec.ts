import { aCodOrder, aKey, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { aGuest } from "../checkout/guest.ts";
import { StoreCalls } from "../checkout/store-calls.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { takePicture } from "../kit/picture.ts";
import { expect, phone, test } from "./kit.ts";

test.use(phone);
test.beforeAll(async ({ shop }) => void (await shop.command("settings set guest_checkout confirmed")));
test.afterAll(async ({ shop }) => void (await shop.command("settings unset guest_checkout")));

test("GU19: list and order show how long a customer's cash order still waits for its confirmation", {
  tag: "@all",
}, async ({ staff, page, shopper }) => {
  await shopper.registerAndLogIn();
  const { email, phone: number } = aGuest();
  const order = aCodOrder({ ward: benNgheOfCarrier });
  const body = { ...order, billing: { ...order.billing, email, phone: number } };
  const id = await new StoreCalls(page).placeCashOrder(body, aKey());
  await staff.signIn("owner");
  await staff.open("/orders?stage=to_confirm&orderby=date");
  const waiting = /khách xác nhận trước .*\(còn (23|24) giờ\)/;
  await expect(page.locator(`#order-${id}`)).toContainText(waiting);
  await takePicture(page, "list");
  await staff.open(`/orders/${id}`);
  await expect(page.locator("article").getByText(waiting)).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, "order");
  await page.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await expect(page.locator("article").getByText(waiting)).toHaveCount(0);
});
