import { expect, type Locator, type Page } from "@playwright/test";
import type { Say } from "./words.ts";

/** The order-info step as a person uses it. */
export class OrderInfo {
  readonly #page: Page;
  readonly #say: Say;

  constructor(page: Page, say: Say) {
    this.#page = page;
    this.#say = say;
  }

  field = (name: string): Locator => this.#page.getByLabel(this.#say(`order_info.${name}`), { exact: true });
  /** the button that this screen shows: beside the summary, or beneath the form */
  get submit(): Locator {
    return this.#page.getByRole("button", { name: this.#say("order_info.submit") }).filter({ visible: true });
  }
  get summary(): Locator {
    return this.#page.locator("form").getByRole("alert");
  }
  get useMyInfo(): Locator {
    return this.#page.getByLabel(this.#say("order_info.use_my_info"));
  }
  choice = (name: string): Locator => this.#page.getByRole("radio", { name: this.#say(`order_info.${name}`) });

  /** Cash, as the choice reads where the order is fetched. */
  get payInCashAtShop(): Locator {
    return this.#page.getByRole("radio", { name: this.#say("payment_method.cod_pickup") });
  }

  /** The sentence beneath a field, found by what ties it to the field. */
  async why(name: string): Promise<string> {
    const id = await this.field(name).getAttribute("aria-describedby");
    return id ? ((await this.#page.locator(`[id="${id}"]`).textContent()) ?? "") : "";
  }

  async fillContact(person: { firstName: string; lastName: string; email: string; phone: string }): Promise<void> {
    for (const [name, value] of Object.entries(person)) await this.field(name).fill(value);
  }

  /** Chooses level by level; each list comes after the choice above it. */
  async choosePlace(place: Partial<Record<"province" | "district" | "ward", string>>): Promise<void> {
    for (const [level, label] of Object.entries(place)) {
      await expect(this.field(level)).toBeEnabled();
      await this.field(level).selectOption({ label });
    }
  }

  /** A whole address in the old quarter of Hà Nội; choosing the province brings the zip code. */
  async fillAddress(): Promise<void> {
    await this.field("address").fill("12 Hàng Bạc");
    await this.choosePlace({ province: "Thành phố Hà Nội", district: "Quận Hoàn Kiếm", ward: "Phường Hàng Bạc" });
    await expect(this.field("zip")).toHaveValue(/^\d{5,6}$/);
  }

  /** The district's id and the ward's code that were chosen. */
  async chosen(): Promise<{ districtId: number; wardCode: string }> {
    return {
      districtId: Number(await this.field("district").inputValue()),
      wardCode: await this.field("ward").inputValue(),
    };
  }
}
