import type { Locator, Page } from "@playwright/test";

/** PayPal's page as a person uses it. Every choice leaves for the shop again. */
export class PaypalPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until it is there. */
  async arrived(): Promise<void> {
    await this.#page.waitForURL("**/checkoutnow?token=*");
  }

  /** The sum that is asked for, as the page shows it. */
  get amount(): Locator {
    return this.#page.locator(".amount");
  }

  /** `decline`: says yes, with a card that the bank turns down. */
  async choose(choice: "approve" | "cancel" | "decline" | "review"): Promise<void> {
    await this.arrived();
    const button = this.#page.locator(`button[name=choice][value=${choice}]`);
    if (!(await button.isVisible())) await this.#page.locator("summary").click();
    await button.click();
  }
}
