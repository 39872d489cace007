import { aCodOrder, aKey, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { dong, formatDong } from "#contract/money.ts";
import { StoreCalls } from "../checkout/store-calls.ts";
import { translatorFor } from "../checkout/translate.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takePicture } from "../kit/picture.ts";
import { openTab } from "../kit/test.ts";
import { expectLargeTargets } from "../kit/touch-targets.ts";
import { expect, test } from "./kit.ts";
import { ParcelActions } from "./parcel-kit.ts";

const earrings = 143;
const account = "0011001234567";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("SO10: a deposit is requested, paid by its link, and the order, the parcel and the account show the rest", {
    tag: "@all",
  }, async ({ staff, page, shop, shopper, browser, expectedMessages }) => {
    // a refused amount
    expectedMessages.push(/400 \(Bad Request\)/);
    test.slow();
    const t = translatorFor("vi");
    const shoot = (name: string, of = page) => takePicture(of, name, { fullPage: true });
    await shopper.registerAndLogIn();
    const line_items = [{ product_id: earrings, quantity: 1 }];
    const id = await new StoreCalls(page).placeCashOrder(aCodOrder({ line_items, ward: benNgheOfCarrier }), aKey());
    await staff.signIn("owner");
    const order = () => staff.call<WooOrder>("GET", `/wp-json/wc/v3/orders/${id}`);
    const total = Number((await order()).total);
    const [paid, rest] = [formatDong(dong(100_000)), formatDong(dong(total - 100_000))];

    await staff.open(`/orders/${id}`);
    await page.getByRole("button", { name: "Yêu cầu đặt cọc" }).click();
    const sheet = page.getByRole("dialog");
    const amount = sheet.getByLabel("Tiền cọc");
    await amount.fill("9000k");
    await sheet.getByRole("button", { name: "Yêu cầu đặt cọc" }).click();
    await expect(sheet.getByText(/Tiền cọc từ 1\s₫ đến/)).toBeVisible();
    await amount.fill("100k");
    await expect(sheet.getByText(`Thu khi giao: ${rest}`)).toBeVisible();
    await expectAccessible(page);
    await expectLargeTargets(page, sheet);
    await shoot("sheet");
    await sheet.getByRole("button", { name: "Yêu cầu đặt cọc" }).click();
    const link = sheet.getByText(/^https?:.*\/bank-payment\//);
    const url = (await link.textContent()) ?? "";
    await expectAccessible(page);
    await shoot("link");
    await page.keyboard.press("Escape");
    await expect(page.getByText(`Đang chờ khách chuyển cọc ${paid}`)).toBeVisible();
    await expectNoOverflow(page, [320, 390]);
    await expectLargeTargets(page, page.locator("section").filter({ hasText: "Đang chờ khách" }));
    await shoot("order-waiting");

    // withdrawn by mistake: the link shows it, and the next request has a link of its own
    await page.getByRole("button", { name: "Thu hồi yêu cầu" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Thu hồi yêu cầu" }).click();
    await expect(page.getByRole("status").filter({ hasText: `Đã thu hồi yêu cầu đặt cọc ${paid}` })).toBeVisible();
    await expect(page.getByText(`Yêu cầu đặt cọc ${paid} đã được thu hồi.`)).toBeVisible();
    const device = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const buyer = await openTab(device);
    await buyer.goto(url);
    await expect(buyer.getByRole("heading", { name: t("bank_payment.deposit_closed_title") })).toBeVisible();
    await shoot("withdrawn", buyer);
    await page.getByRole("button", { name: "Yêu cầu đặt cọc" }).click();
    await sheet.getByLabel("Tiền cọc").fill("100k");
    await sheet.getByRole("button", { name: "Yêu cầu đặt cọc" }).click();
    const again = (await link.textContent()) ?? "";
    await page.keyboard.press("Escape");

    // another device: deposit and rest, in both languages, then the transfer
    await buyer.goto(`${again}&lang=en`);
    const en = translatorFor("en");
    await expect(buyer.getByRole("heading", { name: en("bank_payment.deposit_title", { order: id }) })).toBeVisible();
    await shoot("buyer-en", buyer);
    await buyer.goto(`${again}&lang=vi`);
    await expect(buyer.getByText(t("bank_payment.deposit_text"))).toBeVisible();
    await expect(buyer.getByRole("definition").filter({ hasText: rest })).toBeVisible();
    await expectAccessible(buyer);
    await expectNoOverflow(buyer, [320, 390]);
    await shoot("buyer", buyer);
    await buyer.setViewportSize({ width: 1440, height: 900 });
    await shoot("buyer-1440", buyer);
    const content =
      (await buyer
        .getByText(/^LIA\d{8}$/)
        .first()
        .textContent()) ?? "";
    await page.goto(`${shop.url}/profile?tab=orders`);
    await expect(page.getByRole("link", { name: t("orders.pay_deposit") })).toBeVisible();
    await expectLargeTargets(page, page.getByRole("main"));
    await shoot("account-waiting");
    await shop.gateways.bank.transfer({ account, amount: 100_000, content });
    await expect(buyer.getByRole("heading", { name: t("bank_payment.deposit_paid_title") })).toBeVisible();
    await expect(buyer.getByText(t("bank_payment.deposit_paid_text", { amount: paid, rest }))).toBeVisible();
    await shoot("buyer-paid", buyer);
    await device.close();

    const parcel = await new ParcelActions(staff).reaches(id, "ready_to_pick");
    expect(parcel.cod).toBe(total - 100_000);
    await page.reload();
    const card = page.getByRole("article").first();
    await expect(card.getByText(t("orders.deposit_paid"))).toBeVisible();
    await expect(card.getByText(t("orders.rest_courier", { deposit: paid, rest }))).toBeVisible();
    await expectAccessible(page);
    await shoot("account-paid");
    await card.getByRole("button", { name: t("self_service.cancel") }).click();
    await expect(page.getByText(t("self_service.deposit_returned", { amount: paid }))).toBeVisible();
    await shoot("account-cancel");
    await staff.open(`/orders/${id}`);
    await expect(page.getByText(`Đã nhận cọc ${paid}. Thu khi giao: ${rest}`)).toBeVisible();
    await expect(page.getByText(/đã yêu cầu đặt cọc/).first()).toBeVisible();
    await shoot("order-paid");
    await page.setViewportSize({ width: 1440, height: 900 });
    await shoot("order-paid-1440");
    await staff.open(`/pack/${id}`);
    await shoot("pack");

    // a courier with the parcel collects the whole: a transfer for the deposit is then to be returned, as the overview shows
    const other = await new StoreCalls(page).placeCashOrder(aCodOrder({ line_items, ward: benNgheOfCarrier }), aKey());
    await staff.bo("POST", `/orders/${other}/payment-link`, { deposit: true, amount: 100_000 });
    await staff.call("PUT", `/wp-json/wc/v3/orders/${other}`, { status: "processing" });
    const parcels = new ParcelActions(staff);
    await parcels.advance(await parcels.reaches(other, "ready_to_pick"), "picked");
    const written = `dat coc ${other} tre`;
    await shop.gateways.bank.transfer({ account, amount: 100_000, content: written });
    const open = async () => (await staff.bo<BankOverview>("GET", "/bank")).transfers.map((one) => one.content).join();
    await expect.poll(open).toContain(written);
    await page.setViewportSize({ width: 390, height: 844 });
    await staff.open("/money/transfers");
    const row = page.getByRole("listitem").filter({ hasText: written });
    await row.getByRole("button", { name: "Chọn đơn" }).click();
    await sheet.getByLabel("Số đơn, tên hoặc số điện thoại").fill(String(other));
    await sheet.getByRole("button", { name: new RegExp(`^Đơn ${other}`) }).click();
    await expect(sheet.getByText(/tiền mặt khi giao, không nhận khoản này: 100\.000\s₫ chờ hoàn\.$/)).toBeVisible();
    await shoot("settle-cash");
    await sheet.getByRole("button", { name: `Gắn với đơn ${other}` }).click();
    await expect(row).toHaveCount(0);
    expect((await parcels.reaches(other, "picked")).cod).toBe(total);
  });
});
