import { expect, type Locator, type Page } from "@playwright/test";
import type { Translate } from "./translate.ts";

/** Page object of the order-info step. */
export class OrderInfo {
  readonly #page: Page;
  readonly #t: Translate;

  constructor(page: Page, t: Translate) {
    this.#page = page;
    this.#t = t;
  }

  field = (name: string): Locator => this.#page.getByLabel(this.#t(`order_info.${name}`), { exact: true });
  /** the submit button of this screen size: next to the summary, or below the form */
  get submit(): Locator {
    return this.#page.getByRole("button", { name: this.#t("order_info.submit") }).filter({ visible: true });
  }
  get summary(): Locator {
    return this.#page.locator("form").getByRole("alert");
  }
  get useMyInfo(): Locator {
    return this.#page.getByLabel(this.#t("order_info.use_my_info"));
  }
  choice = (name: string): Locator => this.#page.getByRole("radio", { name: this.#t(`order_info.${name}`) });

  /** The cash option, with its label for orders that are picked up. */
  get payInCashAtShop(): Locator {
    return this.#page.getByRole("radio", { name: this.#t("payment_method.cod_pickup") });
  }

  /** The error message of a field, found by the field's aria-describedby. */
  async why(name: string): Promise<string> {
    const id = await this.field(name).getAttribute("aria-describedby");
    return id ? ((await this.#page.locator(`[id="${id}"]`).textContent()) ?? "") : "";
  }

  async fillContact(person: { firstName: string; lastName: string; email: string; phone: string }): Promise<void> {
    for (const [name, value] of Object.entries(person)) await this.field(name).fill(value);
  }

  /** Selects level by level; each list is loaded after the choice above it. */
  async choosePlace(place: Partial<Record<"province" | "district" | "ward", string>>): Promise<void> {
    for (const [level, label] of Object.entries(place)) {
      await expect(this.field(level)).toBeEnabled();
      await this.field(level).selectOption({ label });
    }
  }

  /** Fills a complete address in the old quarter of Hà Nội; the choice of a province fills in the zip code. */
  async fillAddress(): Promise<void> {
    await this.field("address").fill("12 Hàng Bạc");
    await this.choosePlace({ province: "Hà Nội (Thành phố)", district: "Hoàn Kiếm (Quận)", ward: "Hàng Bạc (Phường)" });
    await expect(this.field("zip")).toHaveValue(/^\d{5,6}$/);
  }

  /** The selected district id and ward code. */
  async chosen(): Promise<{ districtId: number; wardCode: string }> {
    return {
      districtId: Number(await this.field("district").inputValue()),
      wardCode: await this.field("ward").inputValue(),
    };
  }
}
