import { expect } from "@playwright/test";
import { OrderInfo } from "../checkout/order-info.ts";
import { tick } from "../checkout/selection.ts";
import { stopClock } from "../kit/clock.ts";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, main, type UiStates, type StatesContext } from "./ui-states.ts";

/** A new customer with two selected items in gift boxes. */
async function withTwoItems({ page, shopper, store }: StatesContext): Promise<void> {
  await shopper.registerAndLogIn();
  await tick(page, [await store.put(109, 10902), await store.put(101, 10102)]);
}

const review: UiStates = {
  name: "checkout review",
  async visit(context) {
    const { page, t } = context;
    await withTwoItems(context);
    await arrive(context, "/checkout");
    await expect(
      main(context)
        .getByRole("region", { name: t("checkout.items") })
        .getByRole("listitem"),
    ).toHaveCount(2);
    await context.show("page");
    await main(context)
      .getByRole("button", { name: t("a11y.zoom_gift") })
      .first()
      .click();
    await expect(dialogOn(page).getByRole("img")).toBeVisible();
    await context.show("gift");
  },
};

const orderInfo: UiStates = {
  name: "order info",
  expected: [/status of 503/],
  async visit(context) {
    const { page, t, screen } = context;
    await withTwoItems(context);
    await arrive(context, "/checkout/order-info");
    const form = new OrderInfo(page, t);
    await context.show("prefilled from the account");
    await form.fillContact({ lastName: "", firstName: "", email: "", phone: "" });
    await form.submit.click();
    await expect(form.summary).toHaveText(t("order_info.alert_personal"));
    await context.show("all missing");
    await page.route("**/ghn/v1/shipping-cost?*", (route) =>
      route.fulfill({ status: 503, json: { code: "busy", message: "", data: { status: 503 } } }),
    );
    await form.useMyInfo.uncheck();
    await form.useMyInfo.check();
    await form.fillAddress();
    if (screen === "phone") await page.getByRole("button", { name: t("order_info.show_summary") }).click();
    const quoteErrors = page.getByText(t("order_info.shipping_quote_error")).filter({ visible: true });
    await expect(quoteErrors.first()).toBeVisible(); // on a phone the fee is shown above and below
    await context.show("no quote");
    await page.unrouteAll();
    await page
      .getByRole("button", { name: t("common.retry") })
      .filter({ visible: true })
      .first() // on a phone the fee is shown above and below
      .click();
    const expected = t("delivery_promise.arrives", { days: "" });
    await expect(page.getByText(expected).filter({ visible: true }).first()).toBeVisible();
    await form.choice("payment_paypal").check();
    await context.show("filled, PayPal");
    await form.choice("delivery_in_person").check();
    await form.payInCashAtShop.check();
    await context.show("pickup at the shop");
    await form.choice("delivery_shipment").check();
    await form.choice("payment_cod").check();
    await placeOrder(context, form);
  },
};

/**
 * The overlay disappears when the navigation to the result starts, which is held back until the overlay has been seen.
 */
async function placeOrder(context: StatesContext, form: OrderInfo): Promise<void> {
  const { page, t } = context;
  await stopClock(page);
  await form.submit.click();
  await expect(dialogOn(page, t("order_info.overlay_title"))).toBeVisible();
  await page.clock.runFor(100); // its opening animation ends
  await context.show("order placed", "moment");
  await page.clock.resume();
  await page.waitForURL("**/final-payment?*");
  await expect(page.getByRole("heading", { name: t("payment_result.cod_title") })).toBeVisible();
  await context.show("result, cash");
}

const nothingTicked: UiStates = {
  name: "checkout of nothing",
  async visit(context) {
    const { page, t, shopper } = context;
    await shopper.registerAndLogIn();
    await arrive(context, "/checkout/order-info");
    await page.getByRole("link", { name: t("order_info.back") }).click();
    await expect(page.getByText(t("checkout.empty"), { exact: true })).toBeVisible();
    await context.show("review");
  },
};

export const checkoutStates: readonly UiStates[] = [review, orderInfo, nothingTicked];
