import { expect } from "@playwright/test";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, breakCall, broken, main, type Scene } from "./stage.ts";

const results: Scene = {
  name: "payment result",
  expected: [/status of 404/],
  async play(stage) {
    const { page, t, shopper, store } = stage;
    await shopper.logIn(demoAccount);
    const seen = new Set<string>();
    for (const { order_id, status, payment } of await store.allOrders()) {
      const state = `${status}, ${payment.method.startsWith("vnpay") ? "vnpay" : payment.method}`;
      if (seen.has(state) || payment.method === "momo") continue;
      seen.add(state);
      await page.goto(`/final-payment?order_id=${order_id}`);
      await expect(main(stage).getByRole("region", { name: t("orders.number", { number: order_id }) })).toBeVisible();
      await stage.show(state);
    }
    await page.goto("/final-payment?order_id=99999999");
    await expect(page.getByRole("heading", { name: t("payment_result.unknown_order") })).toBeVisible();
    await stage.show("unknown order");
  },
};

const profile: Scene = {
  name: "profile being edited",
  async play(stage) {
    const { t, shopper } = stage;
    await shopper.registerAndLogIn();
    await arrive(stage, "/profile");
    await stage.show("of somebody new");
    await main(stage)
      .getByRole("button", { name: t("personal_data.delete") })
      .click();
    await expect(dialogOn(stage.page, t("personal_data.delete_title"))).toBeVisible();
    await stage.show("asked before the account ends");
    await stage.page.keyboard.press("Escape");
    await main(stage)
      .getByRole("button", { name: t("profile.edit") })
      .click();
    const field = (name: string) => main(stage).getByLabel(t(`profile.${name}`), { exact: true });
    await field("firstName").fill("X");
    await field("phone").fill("0123456789");
    await main(stage)
      .getByRole("button", { name: t("profile.save") })
      .click();
    await expect(main(stage).getByRole("alert")).toBeVisible();
    await stage.show("refused");
  },
};

const history: Scene = {
  name: "history",
  expected: broken,
  async play(stage) {
    const { page, t, shopper } = stage;
    await shopper.registerAndLogIn();
    await breakCall(stage, "**/order-data?*");
    await arrive(stage, "/profile?tab=orders");
    const retry = main(stage).getByRole("button", { name: t("common.retry") });
    await expect(retry).toBeVisible();
    await stage.show("failed");
    await page.unrouteAll();
    await retry.click();
    await expect(main(stage).getByText(t("orders.empty"))).toBeVisible();
    await stage.show("empty");
    await shopper.logIn(demoAccount);
    for (const number of [2, 3]) {
      await arrive(stage, `/profile?tab=orders&page=${number}`);
      await expect(main(stage).getByRole("article").first()).toBeVisible();
      await stage.show(`page ${number}`);
    }
  },
};

export const accountScenes: readonly Scene[] = [results, profile, history];
