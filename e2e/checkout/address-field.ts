import type { Locator, Page } from "@playwright/test";
import type { Translate } from "./translate.ts";

/** The address field, and what belongs to it. */
export class AddressField {
  readonly #page: Page | Locator;
  readonly #t: Translate;
  /** @param page the page, or a dialog on it */
  constructor(page: Page | Locator, t: Translate) {
    this.#page = page;
    this.#t = t;
  }
  get input() {
    return this.#page.getByRole("combobox", { name: this.#t("address_search.label") });
  }
  get options() {
    return this.#page.locator("button[role=option]").filter({ visible: true });
  }
  option = (text: string) => this.options.filter({ hasText: text }).first();
  /** what a screen reader announces */
  announced = (text: string | RegExp) => this.#page.getByRole("status").filter({ hasText: text }).first();
  question = (text: string) => this.#page.getByRole("group", { name: text });
  get lists() {
    return this.#page.getByRole("button", { name: this.#t("address_search.from_lists") });
  }
  list = (name: string) => this.#page.getByLabel(this.#t(`order_info.${name}`), { exact: true });
  get failure() {
    return this.#page.getByRole("alert").filter({ hasText: this.#t("address_search.failed") });
  }
  async type(text: string): Promise<void> {
    await this.input.fill("");
    await this.input.pressSequentially(text);
  }
}

/** The question about a split ward. */
export const questions = {
  vi: "Phường 15 (Tân Bình) nay thuộc hai phường. Nhà bạn ở phường nào?",
  en: "Phường 15 (Tân Bình) is now part of two wards. Which one is yours?",
};
/** The suggestion of a new ward, with its old one. */
export const formerly = {
  vi: "Phường Tân Sơn, TP. Hồ Chí Minh — trước đây: Phường 15, Quận Tân Bình",
  en: "Phường Tân Sơn, TP. Hồ Chí Minh — formerly: Phường 15, Quận Tân Bình",
};
