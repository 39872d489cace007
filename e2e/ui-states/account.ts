import { expect } from "@playwright/test";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, breakCall, broken, main, type UiStates } from "./ui-states.ts";

const results: UiStates = {
  name: "payment result",
  expected: [/status of 404/],
  async visit(context) {
    const { page, t, shopper, store } = context;
    await shopper.logIn(demoAccount);
    const seen = new Set<string>();
    for (const { order_id, status, payment } of await store.allOrders()) {
      const state = `${status}, ${payment.method.startsWith("vnpay") ? "vnpay" : payment.method}`;
      if (seen.has(state) || payment.method === "momo") continue;
      seen.add(state);
      await page.goto(`/final-payment?order_id=${order_id}`);
      await expect(main(context).getByRole("region", { name: t("orders.number", { number: order_id }) })).toBeVisible();
      await context.show(state);
    }
    await page.goto("/final-payment?order_id=99999999");
    await expect(page.getByRole("heading", { name: t("payment_result.unknown_order") })).toBeVisible();
    await context.show("unknown order");
  },
};

const profile: UiStates = {
  name: "profile being edited",
  async visit(context) {
    const { t, shopper } = context;
    await shopper.registerAndLogIn();
    await arrive(context, "/profile");
    await context.show("of a new account");
    await main(context)
      .getByRole("button", { name: t("personal_data.delete") })
      .click();
    await expect(dialogOn(context.page, t("personal_data.delete_title"))).toBeVisible();
    await context.show("confirmation before deletion");
    await context.page.keyboard.press("Escape");
    await main(context)
      .getByRole("button", { name: t("profile.edit") })
      .click();
    const field = (name: string) => main(context).getByLabel(t(`profile.${name}`), { exact: true });
    await field("firstName").fill("X");
    await field("phone").fill("0123456789");
    await main(context)
      .getByRole("button", { name: t("profile.save") })
      .click();
    await expect(main(context).getByRole("alert")).toBeVisible();
    await context.show("rejected");
  },
};

const history: UiStates = {
  name: "history",
  expected: broken,
  async visit(context) {
    const { page, t, shopper } = context;
    await shopper.registerAndLogIn();
    await breakCall(context, "**/order-data?*");
    await arrive(context, "/profile?tab=orders");
    const retry = main(context).getByRole("button", { name: t("common.retry") });
    await expect(retry).toBeVisible();
    await context.show("failed");
    await page.unrouteAll();
    await retry.click();
    await expect(main(context).getByText(t("orders.empty"))).toBeVisible();
    await context.show("empty");
    await shopper.logIn(demoAccount);
    for (const number of [2, 3]) {
      await arrive(context, `/profile?tab=orders&page=${number}`);
      await expect(main(context).getByRole("article").first()).toBeVisible();
      await context.show(`page ${number}`);
    }
  },
};

export const accountStates: readonly UiStates[] = [results, profile, history];
