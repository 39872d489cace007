import { expect } from "@playwright/test";
import { expectResult, fetchedAtShop } from "../checkout/paying.ts";
import { tick } from "../checkout/selection.ts";
import { VnpayPage } from "../checkout/vnpay-page.ts";
import type { UiStates, StatesContext } from "./ui-states.ts";

/** Buys an item for pick-up. */
async function buy({ page, lang }: StatesContext, how: "cash" | "card"): Promise<void> {
  const form = await fetchedAtShop(page, lang);
  await (how === "cash" ? form.payInCashAtShop : form.choice("payment_vnpay")).check();
  await form.submit.click();
  if (how === "card") await new VnpayPage(page, lang).payByCard("good");
  await expectResult(page, lang, how === "cash" ? "cod_title" : "success_title");
}

const emails: UiStates = {
  name: "emails",
  // the script of `tick`, which runs on every page, fails on an empty one
  expected: [/Failed to read the 'sessionStorage' property/],
  async visit(context) {
    const { page, shop, shopper, store, lang } = context;
    const { mailbox } = shop.gateways;
    const { email } = await shopper.registerAndLogIn();
    await page.request.post(`/wp-json/custom/v1/request-password-reset?lang=${lang}`, { data: { email } });
    await tick(page, [await store.put(143, null)]);
    await buy(context, "cash");
    const line = await store.put(109, 10901);
    await page.evaluate((key) => localStorage.setItem("person:checkout-selection", JSON.stringify([key])), line);
    await buy(context, "card");
    await expect.poll(() => mailbox.emails(email).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
    // as a mail program shows them, without the Content-Security-Policy of the mailbox's pages
    for (const [index, { html }] of mailbox.emails(email).toReversed().entries()) {
      await page.goto("about:blank");
      await page.setContent(html);
      await context.show(`email ${index + 1}`);
    }
  },
};

export const emailStates: readonly UiStates[] = [emails];
