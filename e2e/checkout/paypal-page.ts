import type { Locator, Page } from "@playwright/test";

/** Page object of PayPal's page. Every choice returns to the shop. */
export class PaypalPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until the page is loaded. */
  async arrived(): Promise<void> {
    await this.#page.waitForURL("**/checkoutnow?token=*");
  }

  /** The amount that the page shows. */
  get amount(): Locator {
    return this.#page.locator(".amount");
  }

  /** `decline`: approves with a card that the bank declines. */
  async choose(choice: "approve" | "cancel" | "decline" | "review"): Promise<void> {
    await this.arrived();
    const button = this.#page.locator(`button[name=choice][value=${choice}]`);
    if (!(await button.isVisible())) await this.#page.locator("summary").click();
    await button.click();
  }
}
