import type { Locator, Page } from "@playwright/test";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { fillRegistration } from "./account/auth-dialog.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");
const ring = "Nhẫn bạc solitaire đính đá CZ";
/** more tab stops than any page has before the searched control */
const maxStops = 120;

/** A keyboard-only user: a control that Tab does not reach cannot be used. */
class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  press = (key: string): Promise<void> => this.#page.keyboard.press(key);
  type = (text: string): Promise<void> => this.#page.keyboard.type(text);

  /**
   * Presses Tab until the control has the focus, and checks that the focus is visible. A control that is not ready yet
   * has no tab stop.
   */
  async reach(control: Locator, by: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await expect(control).toBeVisible();
    await expect(control).toBeEnabled();
    for (let stop = 0; stop < maxStops; stop++) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await this.press(by);
    }
    throw new Error(`the keyboard does not reach ${control}`);
  }

  async activate(control: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
    await this.reach(control);
    await this.press(key);
  }

  async fill(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.type(text);
    await expect(field).toHaveValue(text);
  }

  /** Waits until a dialog has taken the focus, which happens shortly after it becomes visible. */
  async enter(dialog: Locator): Promise<void> {
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }

  /** In a collapsed select, an arrow key chooses the next option. */
  async chooseNext(list: Locator): Promise<void> {
    await expect(list).toBeEnabled();
    await expect(list.locator("option").nth(1)).toBeAttached();
    await this.reach(list);
    await this.press("ArrowDown");
    await expect(list).not.toHaveValue("");
  }
}

async function findAndAdd(page: Page, keys: Keyboard): Promise<void> {
  await page.goto("/", { waitUntil: "networkidle" });
  const skip = page.getByRole("link", { name: t("a11y.skip_to_content") });
  await keys.press("Tab");
  await expect(skip).toBeFocused();
  const banner = page.getByRole("banner");
  const keyword = "nhan solitaire";
  await keys.fill(banner.getByRole("combobox"), keyword);
  const found = page.getByRole("option", { name: ring });
  // after slow typing the list first shows the results for the characters typed so far
  await expect(page.getByRole("option", { name: t("search.view_all", { keyword }) })).toBeVisible();
  await expect(banner.getByRole("status").filter({ hasText: /\d/ })).toBeAttached();
  await expect(found).toBeVisible();
  for (let step = 0; step < 7 && (await found.getAttribute("aria-selected")) !== "true"; step++)
    await keys.press("ArrowDown");
  await expect(found).toHaveAttribute("aria-selected", "true");
  await keys.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: ring })).toBeVisible();
  const main = page.getByRole("main");
  // one tab stop for all sizes; the arrow keys choose among them
  await keys.reach(main.getByRole("radio", { name: "48 mm" }));
  await keys.press("ArrowRight");
  await keys.press("ArrowRight");
  await expect(main.getByRole("radio", { name: "52 mm" })).toBeChecked();
  await keys.activate(main.getByRole("button", { name: t("product.add_to_bag"), exact: true }).first());
  await expect(page.getByRole("link", { name: t("a11y.open_cart", { count: 1 }) }).first()).toBeVisible();
}

async function toCheckout(page: Page, keys: Keyboard): Promise<void> {
  const opener = page.getByRole("link", { name: t("a11y.open_cart", { count: 1 }) }).filter({ visible: true });
  await keys.reach(opener, "Shift+Tab");
  await keys.press("Enter");
  const bag = dialogOn(page, t("cart.title"));
  await keys.enter(bag);
  const tick = bag.getByRole("checkbox", { name: t("cart.select", { name: ring }) });
  await keys.activate(tick, "Space");
  await expect(tick).not.toBeChecked();
  await keys.press("Space");
  await expect(tick).toBeChecked();
  await keys.press("Escape");
  await expect(bag).toBeHidden();
  await expect(opener).toBeFocused();
  await keys.press("Enter");
  await keys.enter(bag);
  await keys.activate(bag.getByRole("button", { name: t("cart.checkout") }));
}

async function register(page: Page, keys: Keyboard): Promise<void> {
  const dialog = dialogOn(page);
  await keys.enter(dialog);
  await fillRegistration(dialog, aPerson(), t, (field, text) => keys.fill(field, text));
  await keys.press("Enter");
  await page.waitForURL("**/checkout");
}

async function order(page: Page, keys: Keyboard): Promise<void> {
  await keys.activate(page.getByRole("main").getByRole("link", { name: t("checkout.purchase") }));
  await page.waitForURL("**/checkout/order-info");
  const field = (name: string) => page.getByLabel(t(`order_info.${name}`), { exact: true });
  await expect(field("email")).toHaveValue(/@/);
  await keys.fill(field("address"), "12 Hàng Bạc");
  for (const level of ["province", "district", "ward"]) await keys.chooseNext(field(level));
  await keys.reach(page.getByRole("radio", { name: t("order_info.payment_vnpay") }));
  const cash = page.getByRole("radio", { name: t("order_info.payment_cod") });
  for (let step = 0; step < 3 && !(await cash.isChecked()); step++) await keys.press("ArrowDown");
  await expect(cash).toBeChecked();
  const submit = page.getByRole("button", { name: t("order_info.submit") }).filter({ visible: true });
  // the last field of the form, in every layout
  await keys.reach(page.getByRole("textbox", { name: t("order_info.comments") }));
  await keys.press("Tab");
  await expect(submit).toBeFocused();
  await keys.press("Enter");
  await page.waitForURL("**/final-payment?order_id=*");
  await expect(page.getByRole("heading", { name: t("payment_result.cod_title") })).toBeVisible();
  await keys.activate(page.getByRole("link", { name: t("payment_result.view_orders") }));
  await expect(page.getByRole("article").first()).toContainText(ring);
}

test("the whole purchase by keyboard alone, from the first page to the order in the history", { tag: "@all" }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  const keys = new Keyboard(page);
  await test.step("finds a ring and its size", () => findAndAdd(page, keys));
  await test.step("takes it to checkout", () => toCheckout(page, keys));
  await test.step("makes an account", () => register(page, keys));
  await test.step("orders, and finds the order", () => order(page, keys));
});

/** Whether the middle of an element's upper edge is visible: a sticky header covers that part first. */
const isSeen = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, width, top } = one.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + 2);
    return seen !== null && (one.contains(seen) || seen.contains(one));
  });

test("focused elements are not covered by the header or the sort bar", { tag: "@all" }, async ({ page }) => {
  await page.goto("/products/category/rings", { waitUntil: "networkidle" });
  const keys = new Keyboard(page);
  const hearts = page.getByRole("main").getByRole("article").getByRole("button");
  await keys.reach(hearts.first());
  for (const [nth, by] of [
    [5, "Tab"],
    [11, "Tab"],
    [8, "Shift+Tab"],
    [1, "Shift+Tab"],
  ] as const) {
    await keys.reach(hearts.nth(nth), by);
    expect(await isSeen(hearts.nth(nth)), `the wishlist button of product ${nth + 1}`).toBe(true);
  }
  await page.goto("/product-detail/101/nhan-bac-solitaire-cz", { waitUntil: "networkidle" });
  await keys.activate(page.getByRole("main").getByRole("link", { name: t("product.size_guide_link") }));
  const fold = page.getByRole("main").locator("summary", { hasText: t("product.tips") });
  await expect(fold).toBeFocused();
  await expect.poll(() => isSeen(fold)).toBe(true);
});
