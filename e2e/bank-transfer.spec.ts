import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { BankPayment } from "#contract/bank-payment.ts";
import { dong } from "./checkout/money.ts";
import { readyToPay } from "./checkout/paying.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";

const earrings = { id: 143, variation: null, price: 390_000 };

/** Checks the drawn code: level M, a quiet zone of four modules, black on white, in dark mode too. */
async function expectScannable(code: Locator): Promise<void> {
  const [path, ground] = [code.locator("path"), code.locator("rect")];
  const size = Number((await code.getAttribute("viewBox"))?.split(" ").at(-1));
  const modules = [...((await path.getAttribute("d")) ?? "").matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  const all = modules.flat();
  expect([Math.min(...all), Math.max(...all)]).toEqual([4, size - 5]);
  // the two bits of the level in the format information, as they are masked: M is 10
  const isDark = (x: number, y: number) => modules.some(([left, top]) => left === x && top === y);
  expect([isDark(4, 12), isDark(5, 12)]).toEqual([true, false]);
  for (const colorScheme of ["dark", "light"] as const) {
    await code.page().emulateMedia({ colorScheme });
    await expect(path).toHaveCSS("fill", "rgb(0, 0, 0)");
    await expect(ground).toHaveCSS("fill", "rgb(255, 255, 255)");
  }
}

/** Records the texts that the page draws into pictures. @returns reads them */
async function recordTexts(page: Page): Promise<() => Promise<string[]>> {
  const texts = await page.evaluateHandle(() => {
    const drawn: string[] = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      drawn.push(text);
      fillText.call(this, text, ...place);
    };
    return drawn;
  });
  return () => texts.jsonValue();
}

/** Hides the page, or shows it again, as another app in front of the browser does. */
const setVisible = (page: Page, visible: boolean): Promise<void> =>
  page.evaluate((shown) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (shown ? "visible" : "hidden"),
    });
    // it bubbles, as the browser's own does: the query client listens at the window
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, visible);

test("BQ01, BQ07, BQ08, BQ11–BQ14, BQ23: pay a part, then too much, from a phone, and enter an account for the surplus", async ({
  page,
  shop,
  shopper,
  context,
}) => {
  const t = translatorFor("vi");
  const { bank } = shop.gateways;
  const { form } = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: earrings, size: "phone" });
  await expect(form.choice("payment_vnpay")).toBeChecked();
  const method = page.getByRole("radio", { name: t("payment_method.bacs") });
  await expect(page.getByRole("radio").last()).toHaveAccessibleName(new RegExp(t("payment_method.bacs").slice(0, 12)));
  await method.check();
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(shop.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  await form.submit.click();
  await page.waitForURL(/\/bank-payment\/\d+$/);
  await expect(page.getByText(t("bank_payment.instruction"))).toBeVisible();
  const code = page.getByRole("img", { name: /VietQR/ });
  const box = await code.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(240);
  await expectScannable(code);
  const names = await page.getByRole("main").getByRole("button").allInnerTexts();
  expect(names.indexOf(t("bank_payment.save"))).toBeLessThan(names.indexOf(t("bank_payment.copy")));
  expect(names.indexOf(t("bank_payment.copy"))).toBeLessThan(names.indexOf(t("bank_payment.open_bank")));
  expect(names.indexOf(t("bank_payment.open_bank"))).toBeLessThan(names.indexOf(t("bank_payment.transferred")));

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: `${t("bank_payment.copy")}: ${t("bank_payment.amount")}` }).click();
  await expect(page.getByText(t("bank_payment.copied_amount"))).toBeVisible();
  const total = Number(await page.evaluate(() => navigator.clipboard.readText()));
  expect(total).toBeGreaterThanOrEqual(earrings.price);
  await page.getByRole("button", { name: `${t("bank_payment.copy")}: ${t("bank_payment.content")}` }).click();
  await expect(page.getByText(t("bank_payment.copied_content"))).toBeVisible();
  const content = await page.evaluate(() => navigator.clipboard.readText());
  expect(content).toMatch(/^LIA\d{8}$/);

  await page.getByRole("button", { name: `${t("bank_payment.copy")}: ${t("bank_payment.account")}` }).click();
  await expect(page.getByText(t("bank_payment.copied_account"))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("0011001234567");
  expect(names.filter((name) => name === t("bank_payment.copy"))).toHaveLength(3);

  const written = await recordTexts(page);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: t("bank_payment.save") }).click();
  const picture = await readFile(await (await saving).path());
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  expect(width).toBeGreaterThanOrEqual(1024);
  expect(height, "the data is below the code").toBeGreaterThan(width);
  const deadline = await page
    .getByText(/\d\d:\d\d/)
    .first()
    .textContent();
  const clock = /\d\d:\d\d/.exec(deadline ?? "")?.[0];
  const beneath = (await written()).join("|");
  for (const value of ["Vietcombank", "0011001234567", dong(total), content, clock ?? "no deadline"])
    expect(beneath).toContain(value);
  expect(beneath).toMatch(/LIANNE/);

  await page.getByRole("button", { name: t("bank_payment.transferred") }).click();
  await expect(page.getByText(t("bank_payment.not_seen"))).toBeVisible();
  await expectAccessible(page);

  const account = "0011001234567";
  await bank.transfer({ account, amount: 100_000, content });
  const part = t("bank_payment.part", { a: dong(100_000), b: dong(total - 100_000) });
  await expect(page.getByText(part)).toBeVisible();
  await page.getByRole("button", { name: t("bank_payment.transferred") }).click();
  await expect(page.getByText(t("bank_payment.rest_not_seen", { b: dong(total - 100_000) }))).toBeVisible();
  await expect(page.getByText(t("bank_payment.not_seen"))).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(page.getByText(part)).toBeVisible();
  await expect(code).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: t("bank_payment.transferred") })).toBeInViewport({ ratio: 1 });
  await bank.transfer({ account, amount: total - 99_000, content, mangle: "vcb" });
  await expect(page.getByText(t("bank_payment.surplus", { x: dong(1000) }))).toBeVisible();
  const saveAccount = async () => {
    await page.getByLabel(t("bank_payment.bank")).selectOption({ label: "MBBank" });
    await page.getByLabel(t("bank_payment.account")).fill("0000123456789");
    await page.getByLabel(t("bank_payment.holder")).fill("Trần Thị Ngọc");
    await page.getByRole("button", { name: t("bank_payment.return_save") }).click();
    await expect(page.getByText("MBBank, •••6789, TRẦN THỊ NGỌC")).toBeVisible();
  };
  await saveAccount();
  await page.getByRole("button", { name: t("bank_payment.return_change") }).click();
  await page.getByRole("button", { name: t("bank_payment.return_save") }).click();
  // the shop's own messages, at the fields
  const bankField = page.getByLabel(t("bank_payment.bank"));
  await expect(bankField).toBeFocused();
  await expect(bankField).toHaveAccessibleDescription(
    t("validation.field_required", { field: t("bank_payment.bank") }),
  );
  await expect(bankField.getByRole("option", { name: "MoMo (ví điện tử)" })).toHaveCount(1);
  await page.getByLabel(t("bank_payment.account")).fill("12");
  await page.getByLabel(t("bank_payment.holder")).fill("M");
  await expect(page.getByText(t("bank_payment.account_invalid"))).toBeVisible();
  await expect(page.getByText(t("bank_payment.holder_invalid"))).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, "refund-account-errors", { fullPage: true });
  await saveAccount();
  expect(foreign).toEqual([]);
  await page.getByRole("link", { name: t("bank_payment.see_result") }).click();
  await expect(page.getByRole("heading", { name: t("payment_result.success_title") })).toBeVisible();
  await expect(page.getByRole("heading", { name: t("orders.number", { number: "" }) })).toBeVisible();
  await expect(page.getByRole("link", { name: t("payment_result.enter_account") })).toHaveCount(0);
});

test("BQ14: the page outlasts failed polls, opens the result by itself, and a link shows the same on another device", {
  tag: "@all",
}, async ({ page, shop, shopper, browser, expectedMessages }) => {
  const t = translatorFor("en");
  await page.clock.install();
  const { form } = await readyToPay(page, shopper, { at: shop.url, lang: "en", item: earrings });
  await page.getByRole("radio", { name: t("payment_method.bacs") }).check();
  await form.submit.click();
  await page.waitForURL(/\/bank-payment\/\d+/);
  const making = page.waitForResponse(/\/link\?/);
  await page.getByRole("button", { name: t("bank_payment.other_device") }).click();
  const { url } = (await (await making).json()) as { url: string };
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  const opened = await other.goto(`${url}&lang=en`);
  expect(await opened?.allHeaders(), "the address contains a secret").toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": expect.stringContaining("noindex"),
  });
  await expect(other.getByText(t("bank_payment.instruction"))).toBeVisible();
  const orderId = /bank-payment\/(\d+)/.exec(page.url())?.[1] ?? "";
  await expect(other.getByRole("heading", { name: t("bank_payment.title", { order: orderId }) })).toBeVisible();
  // hidden it does not poll
  const polls = await page.evaluateHandle(() => {
    const urls: string[] = [];
    const { fetch } = window;
    window.fetch = (...call) => {
      urls.push(String(call[0] instanceof Request ? call[0].url : call[0]));
      return fetch(...call);
    };
    return urls;
  });
  const count = async () => (await polls.jsonValue()).filter((url) => url.includes("/lianne-bank/v1/payments/")).length;
  await page.clock.runFor(10_000);
  await expect.poll(count).toBeGreaterThan(0);
  await setVisible(page, false);
  const before = await count();
  await page.clock.runFor(60_000);
  expect(await count()).toBe(before);
  await setVisible(page, true);
  // at once, or if the response of an earlier poll is still awaited, after the interval
  await expect
    .poll(async () => {
      await page.clock.runFor(3_000);
      return count();
    })
    .toBeGreaterThan(before);
  // after a failed poll the page still shows the same, with a message
  expectedMessages.push(/net::ERR/);
  await page.route("**/lianne-bank/v1/payments/**", (route) => route.abort());
  await expect(page.getByText(t("errors.network"))).toBeVisible();
  await expect(page.getByRole("img", { name: /VietQR/ })).toBeVisible();
  await expect(page.getByText(t("bank_payment.instruction"))).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText(t("bank_payment.watching"))).toBeVisible();
  const response = await page.request.get(`/wp-json/lianne-bank/v1/payments/${orderId}`);
  const { pay_to: payTo, missing } = (await response.json()) as { pay_to: { content: string }; missing: number };
  await shop.gateways.bank.transfer({ account: "0011001234567", amount: missing, content: payTo.content });
  await page.waitForURL(/\/final-payment/);
  await expect(page.getByRole("heading", { name: t("payment_result.success_title") })).toBeVisible();
  await expect(other.getByRole("heading", { name: t("bank_payment.paid_title") })).toBeVisible();
  await phone.close();
});

test("BQ12, BQ15: from 10,000,001 đồng the page names the face check; a bank's app that does not open leaves the page as it is", {
  tag: "@all",
}, async ({ page, shop, shopper, context }) => {
  const t = translatorFor("vi");
  const { bank } = shop.gateways;
  const item = { at: shop.url, lang: "vi", item: earrings, quantity: 26, size: "phone" } as const;
  const { form } = await readyToPay(page, shopper, item);
  await page.getByRole("radio", { name: t("payment_method.bacs") }).check();
  await form.submit.click();
  await page.waitForURL(/\/bank-payment\/\d+$/);
  const faceCheck = page.getByText(t("bank_payment.face_check"));
  await expect(page.getByText(t("bank_payment.instruction"))).toBeVisible();
  await expect(faceCheck).toBeVisible();
  const orderId = /\d+$/.exec(page.url())?.[0] ?? "";
  const read = async () => {
    const response = await page.request.get(`/wp-json/lianne-bank/v1/payments/${orderId}`);
    return (await response.json()) as BankPayment;
  };
  const { missing, pay_to: payTo } = await read();
  const { account = "", content = "" } = payTo ?? {};
  // the limit to the đồng: what is missing decides, and not the total
  await bank.transfer({ account, amount: missing - 10_000_001, content });
  const left = (amount: RegExp) => page.getByRole("img", { name: amount });
  await expect(left(/10\.000\.001/)).toBeVisible();
  await expect(faceCheck).toBeVisible();
  await bank.transfer({ account, amount: 1, content });
  await expect(left(/10\.000\.000/)).toBeVisible();
  await expect(faceCheck).toHaveCount(0);

  const opened: string[] = [];
  await context.route("https://dl.vietqr.io/**", (route) => {
    opened.push(route.request().url());
    return route.abort();
  });
  await page.getByRole("button", { name: t("bank_payment.open_bank") }).click();
  const list = page.getByRole("list", { name: t("bank_payment.choose_bank") });
  const hrefs = await list
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const details = new Map(
    hrefs.map((href) => {
      const { app = "", ...rest } = Object.fromEntries(new URL(href).searchParams);
      return [app, rest];
    }),
  );
  const filled = { ba: `${account}@${payTo?.bank_code.toLowerCase()}`, am: "10000000", tn: content };
  for (const [app, rest] of details)
    expect(rest, app).toEqual(["ocb", "acb", "bidv", "icb", "mb"].includes(app) ? filled : {});
  expect([details.size, opened]).toEqual([hrefs.length, []]);
  const before = await page.getByRole("main").textContent();
  const tab = context.waitForEvent("page");
  await list.getByRole("link", { name: "Vietcombank" }).click();
  await (await tab).close();
  await expect.poll(() => opened.map((url) => new URL(url).search)).toEqual(["?app=vcb"]);
  expect(page.url()).toContain(`/bank-payment/${orderId}`);
  expect(await page.getByRole("main").textContent()).toBe(before);
  await expect(page.getByText(t("bank_payment.open_failed"))).toBeVisible();
  // the app that was chosen last is the first of the list
  await page.reload();
  await page.getByRole("button", { name: t("bank_payment.open_bank") }).click();
  await expect(list.getByRole("link").first()).toHaveText("Vietcombank");
  await expectAccessible(page);
});
