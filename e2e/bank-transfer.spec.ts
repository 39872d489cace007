import { readFile } from "node:fs/promises";
import type { BankPayment } from "#contract/bank-payment.ts";
import { dong } from "./checkout/money.ts";
import { readyToPay } from "./checkout/paying.ts";
import { wordsIn } from "./checkout/words.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { expect, test } from "./kit/test.ts";

const earrings = { id: 143, variation: null, price: 390_000 };

test("BQ01, BQ07, BQ08, BQ11–BQ14, BQ23: pay a part, then too much, from a phone, and enter an account for the surplus", async ({
  page,
  shop,
  shopper,
  context,
}) => {
  const t = wordsIn("vi");
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

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: t("bank_payment.save") }).click();
  const picture = await readFile(await (await saving).path());
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(1024);

  await page.getByRole("button", { name: t("bank_payment.transferred") }).click();
  await expect(page.getByText(t("bank_payment.not_seen"))).toBeVisible();
  await expectAccessible(page);

  const account = "0011001234567";
  await bank.transfer({ account, amount: 100_000, content });
  const part = t("bank_payment.part", { a: dong(100_000), b: dong(total - 100_000) });
  await expect(page.getByText(part)).toBeVisible();
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
  await saveAccount();
  expect(foreign).toEqual([]);
  await page.getByRole("link", { name: t("bank_payment.see_result") }).click();
  await expect(page.getByRole("heading", { name: t("payment_result.success_title") })).toBeVisible();
});

test("BQ14: the page outlasts failed polls, opens the result by itself, and a link shows the same on another device", {
  tag: "@all",
}, async ({ page, shop, shopper, browser, expectedMessages }) => {
  const t = wordsIn("en");
  const { form } = await readyToPay(page, shopper, { at: shop.url, lang: "en", item: earrings });
  await page.getByRole("radio", { name: t("payment_method.bacs") }).check();
  await form.submit.click();
  await page.waitForURL(/\/bank-payment\/\d+/);
  const making = page.waitForResponse(/\/link\?/);
  await page.getByRole("button", { name: t("bank_payment.other_device") }).click();
  const { url } = (await (await making).json()) as { url: string };
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  await other.goto(`${url}&lang=en`);
  await expect(other.getByText(t("bank_payment.instruction"))).toBeVisible();
  const orderId = /bank-payment\/(\d+)/.exec(page.url())?.[1] ?? "";
  await expect(other.getByRole("heading", { name: t("bank_payment.title", { order: orderId }) })).toBeVisible();
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
  const t = wordsIn("vi");
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
