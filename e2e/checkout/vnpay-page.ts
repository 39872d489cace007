import type { Locator, Page } from "@playwright/test";
import { outcomes, texts } from "#simulators/vnpay/texts.ts";
import type { Lang } from "./translate.ts";

/** Two of the sandbox's cards: one with balance, one without. */
const numbers = { good: "9704198526191432198", empty: "9704195798459170488" } as const;
const password = "123456";

/** Page object of VNPay's page. Every method but `arrived` returns to the shop. */
export class VnpayPage {
  readonly #page: Page;
  readonly #locale: "vn" | "en";

  constructor(page: Page, lang: Lang) {
    this.#page = page;
    this.#locale = lang === "vi" ? "vn" : "en";
  }

  /** Waits until the page is loaded. */
  async arrived(): Promise<void> {
    await this.#page.waitForURL("**/paymentv2/Transaction/PaymentMethod.html*");
  }

  /** The amount that the page shows. */
  get amount(): Locator {
    return this.#page.locator(".amount");
  }

  async payByCard(card: keyof typeof numbers): Promise<void> {
    await this.arrived();
    await this.#button(numbers[card]).click();
    await this.#page.locator("button.main").click();
    await this.#page.getByLabel(this.#t("otp")).fill(password);
    await this.#button(this.#t("confirm")).click();
  }

  async cancel(): Promise<void> {
    await this.arrived();
    await this.#button(this.#t("cancel")).click();
  }

  /** Ends the payment with a response code that no test card produces, such as 11 for an expired window. */
  async simulateOutcome(code: string): Promise<void> {
    await this.arrived();
    await this.#page.getByText(this.#t("more")).click();
    await this.#button(outcomes[code]?.[this.#locale] ?? code).click();
  }

  #t(key: keyof typeof texts.vn): string {
    return texts[this.#locale][key];
  }

  #button(text: string): Locator {
    return this.#page.getByRole("button", { name: text });
  }
}
