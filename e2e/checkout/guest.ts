import { expect, type Page } from "@playwright/test";
import { aCodOrder, aKey, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import type { RunningShop } from "../kit/running-shop.ts";
import { StoreCalls } from "./store-calls.ts";

let people = 0;
/** A person with a phone number of their own, so that the limits of cash orders do not meet. */
export const aGuest = () => ({
  lastName: "Lê Thị",
  firstName: "Lan",
  email: `lan${process.pid}-${++people}@example.com`,
  phone: `09870${String((process.pid * 7 + people) % 100_000).padStart(5, "0")}`,
});

/** Places a guest's cash order, and opens it by the link in its email. @returns its number */
export async function openOrderByLink(page: Page, shop: RunningShop): Promise<number> {
  const store = new StoreCalls(page);
  await store.put(143, null);
  const { email, phone } = aGuest();
  const order = aCodOrder({ ward: benNgheOfCarrier });
  const id = await store.placeCashOrder({ ...order, billing: { ...order.billing, email, phone } }, aKey());
  const { mailbox } = shop.gateways;
  await expect.poll(() => mailbox.emails(email).length).toBe(1);
  const [path = ""] = /\/order\/\d+\/[0-9a-f]{32}/.exec(mailbox.emails(email).at(0)?.text ?? "") ?? [];
  await page.goto(path);
  return id;
}
