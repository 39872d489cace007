import type { Page } from "@playwright/test";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { OrderWorkflow, Today } from "#contract/order-workflow.ts";
import { dong, formatDong } from "#contract/money.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { StoreCalls } from "../checkout/store-calls.ts";
import { translatorFor } from "../checkout/translate.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { expect, type StaffBrowser, statusOf, test } from "./kit.ts";
import { ownProduct } from "./product-kit.ts";

const account = "0011001234567";

/** An order of a merchant that is to be paid by transfer. @param price of its item */
async function waitingOrder(staff: StaffBrowser, price: number): Promise<{ id: number; total: number }> {
  const product = await ownProduct(staff, 3, { regular_price: String(price) });
  const order = await staff.call<{ id: number; total: string }>("POST", "/wp-json/wc/v3/orders", {
    ...{ payment_method: "bacs", line_items: [{ product_id: product.id, quantity: 1 }] },
    billing: { first_name: "Ngọc", last_name: `Trần ${product.sku}`, phone: "0907654321", email: "ngoc@example.com" },
  });
  return { id: order.id, total: Number(order.total) };
}

/** An order that a customer has just placed: by its total a transfer without a code is recognized. */
async function placedOrder(page: Page, staff: StaffBrowser, price: number): Promise<{ id: number; total: number }> {
  const product = await ownProduct(staff, 3, { regular_price: String(price) });
  const name = { first_name: "Ngọc", last_name: "Trần" };
  const contact = { ...name, email: "ngoc@example.com", phone: "0907654321" };
  const response = await page.request.post("/wp-json/lianne-bank/v1/create-payment", {
    headers: { authorization: await new StoreCalls(page).key(), "idempotency-key": `transfer-${product.sku}` },
    data: {
      ...{ payment_method: "bacs", items: [{ product_id: product.id, quantity: 1 }], customer: contact },
      billing_address: { ...contact, address_1: "12 Nguyễn Huệ", city: "Thành phố Hồ Chí Minh", country: "VN" },
      shipping_lines: [{ method_id: "local_pickup" }],
    },
  });
  expect(response.status(), await response.text()).toBe(200);
  return { id: ((await response.json()) as { order_id: number }).order_id, total: price };
}

const listOf = (page: Page, name: string) => page.getByRole("list", { name }).getByRole("listitem");

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("BQ20, BQ27, BQ30, OD15, TD02: transfers without an order are settled or set aside, and refunds are transferred by QR code", async ({
    staff,
    page,
    shop,
    shopper,
    expectedMessages,
  }) => {
    // a refused account
    expectedMessages.push(/400 \(Bad Request\)/);
    test.slow();
    const { bank } = shop.gateways;
    await staff.signIn("owner");
    await shopper.registerAndLogIn();
    const [fitting, searched] = [await placedOrder(page, staff, 613_579), await waitingOrder(staff, 702_468)];
    await bank.transfer({ account, amount: fitting.total, content: "NGOC CHUYEN TIEN TRANG SUC" });
    await bank.transfer({ account, amount: searched.total + 45_000, content: "cam on shop" });
    await bank.transfer({ account, amount: 123_456, content: "hoan tien hang loi" });
    // the bank's notifications arrive later than its response
    const overview = () => staff.bo<BankOverview>("GET", "/bank");
    for (const content of ["NGOC CHUYEN TIEN", "cam on shop", "hoan tien hang loi"])
      await expect
        .poll(async () => (await overview()).transfers.filter((one) => one.content.includes(content)).length)
        .toBe(1);

    await staff.open("/");
    const queue = page.getByRole("main").getByRole("listitem").filter({ hasText: "Khoản chuyển chưa có đơn" });
    await queue.getByRole("link", { name: "Xem" }).click();
    await expect(page).toHaveURL(/\/admin\/money\/transfers$/);
    const transfers = listOf(page, "Khoản chuyển chưa có đơn");
    const suggested = transfers.filter({ hasText: "NGOC CHUYEN TIEN" });
    await expect(suggested.getByText("Không có mã; số tiền đúng bằng một đơn chưa thanh toán.")).toBeVisible();
    await expect(suggested.getByRole("link", { name: `Gợi ý: đơn ${fitting.id}` })).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page, [320, 390]);

    // the suggested order: what happens is stated before it happens
    await suggested.getByRole("button", { name: `Gắn với đơn ${fitting.id}` }).click();
    const sheet = page.getByRole("dialog");
    await expect(
      sheet.getByText("Đúng số tiền của đơn: đơn được xử lý và khách nhận email nếu đơn có email."),
    ).toBeVisible();
    await takeBackOfficePictures(page, "settle");
    await expectAccessible(page);
    expect(await statusOf(staff, fitting.id)).toBe("pending");
    await sheet.getByRole("button", { name: `Gắn với đơn ${fitting.id}` }).click();
    await expect(page.getByRole("status").filter({ hasText: `với đơn ${fitting.id}.` })).toBeVisible();
    await expect(suggested).toHaveCount(0);
    expect(await statusOf(staff, fitting.id)).toBe("processing");

    // one that a person finds: its surplus becomes a refund
    const unknown = transfers.filter({ hasText: "cam on shop" });
    await expect(unknown.getByText("Nội dung không có mã đơn.")).toBeVisible();
    await unknown.getByRole("button", { name: "Chọn đơn" }).click();
    await sheet.getByLabel("Số đơn, tên hoặc số điện thoại").fill("999999999");
    await expect(sheet.getByText("Không có đơn nào khớp “999999999”.")).toBeVisible();
    await sheet.getByLabel("Số đơn, tên hoặc số điện thoại").fill(String(searched.id));
    await sheet.getByRole("button", { name: new RegExp(`^Đơn ${searched.id}`) }).click();
    await expect(sheet.getByText(/45\.000\s₫ thừa chờ hoàn\.$/)).toBeVisible();
    await takeBackOfficePictures(page, "settle-chosen");
    await sheet.getByRole("button", { name: `Gắn với đơn ${searched.id}` }).click();
    await expect(unknown).toHaveCount(0);
    expect(await statusOf(staff, searched.id)).toBe("processing");

    // one that belongs to no order is set aside, and that is undone
    const foreign = transfers.filter({ hasText: "hoan tien hang loi" });
    await foreign.getByRole("button", { name: "Không thuộc đơn nào" }).click();
    await expect(foreign).toHaveCount(0);
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect(foreign).toHaveCount(1);
    await foreign.getByRole("button", { name: "Không thuộc đơn nào" }).click();
    await expect(foreign).toHaveCount(0);

    // the refund of the surplus: an account, then the code that pays it
    const refund = listOf(page, "Hoàn tiền chờ chuyển").filter({ hasText: `Đơn ${searched.id}` });
    await expect(refund.getByText(/^Chưa có tài khoản\./)).toBeVisible();
    await takeBackOfficePictures(page, "refund-without-account", { fullPage: true });
    await refund.getByRole("button", { name: "Nhập tài khoản" }).click();
    await sheet.getByLabel("Ngân hàng").selectOption("970436");
    await sheet.getByLabel("Số tài khoản").fill("0531$000123456");
    await sheet.getByLabel("Tên chủ tài khoản").fill("TRAN THI NGOC");
    await expect(sheet.getByText(/^Tên không được kiểm tra với ngân hàng\./)).toBeVisible();
    await sheet.getByRole("button", { name: "Lưu tài khoản" }).click();
    await expect(sheet.getByLabel("Số tài khoản")).toHaveAttribute("aria-invalid", "true");
    await expect(
      sheet.getByText("Số tài khoản phải có 4 đến 19 chữ số hoặc chữ cái không dấu. Hãy hỏi lại khách."),
    ).toBeVisible();
    await takeBackOfficePictures(page, "account");
    await sheet.getByLabel("Số tài khoản").fill("0531000123456");
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Lưu tài khoản" }).click();
    await expect(refund.getByText(/•••3456 · TRAN THI NGOC$/)).toBeVisible();
    await expectAccessible(page);
    await refund.getByRole("button", { name: "Hiện mã QR để chuyển" }).click();
    const toReturn = async () => (await overview()).refunds.filter(({ order_id }) => order_id === searched.id);
    const [{ content = "" } = {}] = await toReturn();
    expect(content).toMatch(/^HOAN LIA\d+$/);
    await expect(sheet.getByRole("img", { name: `Mã VietQR cho 45.000 ₫ với nội dung ${content}` })).toBeVisible();
    await takeBackOfficePictures(page, "qr");
    await expectAccessible(page);
    await expectNoOverflow(page, [320, 390]);
    await bank.transfer({ account, amount: 45_000, content, direction: "out" });
    await expect.poll(toReturn).toHaveLength(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Hoàn tiền chờ chuyển" })).toBeVisible();
    await expect(refund).toHaveCount(0);

    // a transfer that is not recognized: its number completes the refund
    await bank.transfer({ account, amount: 30_000, content: content.replace("HOAN ", "") });
    await expect.poll(toReturn).toHaveLength(1);
    await page.reload();
    await refund.getByRole("button", { name: "Hiện mã QR để chuyển" }).click();
    await sheet.getByLabel("Số giao dịch của ngân hàng").fill("FT26332987654");
    await sheet.getByRole("button", { name: "Đã chuyển 30.000 ₫" }).click();
    await expect(refund).toHaveCount(0);

    // the customer of an order that is partly refunded reads what a cancellation can still return
    const refundOf = `/wp-json/wc/v3/orders/${fitting.id}/refunds`;
    await staff.call("POST", refundOf, { amount: "100000", api_refund: false });
    await page.goto(`${shop.url}/profile?tab=orders`);
    const card = page.getByRole("article").first();
    await card.getByRole("button", { name: translatorFor("vi")("self_service.cancel") }).click();
    const left = formatDong(dong(fitting.total - 100_000));
    await expect(
      page.getByText(translatorFor("vi")("self_service.cancel_request_text", { amount: left })),
    ).toBeVisible();
  });
});

const emptyOverview: BankOverview = {
  transfers: [],
  refunds: [],
  tolerance: dong(0),
  notifier: { name: "sepay", responded_at: null, silent: false },
};

const aTransfer: BankOverview["transfers"][number] = {
  ...{ id: 1, at: "2026-11-28T03:00:00.000Z", amount: dong(120_000), content: "tien nhan", counter_account: "" },
  ...{ reference: "FT1", reason: "no_code", suggested_order: null },
};

type Money = OrderWorkflow["money"];
const later = "2026-11-28T04:00:00.000Z";
const collects: Partial<Money> = { due: dong(120_000), collects_cash: true, carrier_notified: true };
const ofDeposit = (state: "waiting" | "expired"): Partial<Money> => ({
  ...{ due: dong(500_000), paid: dong(0), deposit: { amount: dong(200_000), state, until: later } },
});

/** What the sheet states about {@link aTransfer} for an order, by how the order is paid and what it waits for. */
const consequences: [method: string, own: Partial<Money>, text: RegExp][] = [
  ["bacs", {}, /waits for no money/],
  ["bacs", { change_due: dong(120_000) }, /^Exactly what a change of the order waits for/],
  ["bacs", { change_due: dong(100_000) }, /is changed, and the surplus of .*20\.000.* is to be returned/],
  ["bacs", { change_due: dong(150_000) }, /goes on waiting, .*30\.000.* is missing/],
  ["cod", collects, /the carrier is notified not to collect cash/],
  ["cod", { ...collects, carrier_notified: false }, /notify the carrier yourself not to collect cash/],
  ["cod", ofDeposit("waiting"), /goes on waiting, .*80\.000.* is missing/],
  ["cod", ofDeposit("expired"), /does not take this transfer: .*120\.000.* is to be returned/],
];

test("GR07, BQ29: the screen reports a failure, nothing to do, no notifier, a silent one, no connection", {
  tag: "@all",
}, async ({ staff, page, context, expectedMessages }) => {
  expectedMessages.push(/Failed to load resource/, /net::ERR/);
  await staff.signIn("owner", "en");
  let overview: BankOverview | null = null;
  const failure = { status: 500, json: { code: "internal_error", message: "It failed.", data: { status: 500 } } };
  await page.route("**/lianne-admin/v1/bank?*", (route) => route.fulfill(overview ? { json: overview } : failure));
  await staff.open("/money/transfers");
  await expect(page.getByText("This part could not be loaded")).toBeVisible();
  overview = emptyOverview;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Every transfer has an order.")).toBeVisible();
  await expect(page.getByText("No refund is to be transferred.")).toBeVisible();
  const show = async (notifier: Partial<BankOverview["notifier"]>, own: Partial<BankOverview> = {}) => {
    overview = { ...emptyOverview, ...own, notifier: { ...emptyOverview.notifier, ...notifier } };
    await page.reload();
  };
  await show({ name: null });
  await expect(page.getByText("The shop accepts no bank transfers")).toBeVisible();
  await show({ silent: true });
  await expect(page.getByRole("alert")).toContainText("No transfer has been read yet.");
  await show({ silent: true, responded_at: new Date().toISOString() });
  await expect(page.getByRole("alert")).toContainText("The newest transfer was read");
  await expectAccessible(page);
  const { id } = await waitingOrder(staff, 500_000);
  const [row] = await staff.bo<OrderRow[]>("GET", `/orders?search=${id}`);
  if (!row) throw new Error(`order ${id} is not listed`);
  // one order and one transfer of each kind; their numbers are those of no real order
  const orders = consequences.map(([payment_method, own], nth): OrderRow => {
    const none = { due: dong(0), deposit: null, carrier_notified: false, collects_cash: false, change_due: dong(0) };
    const money = { ...row.lianne.money, ...none, paid: dong(500_000), ...own };
    const number = 900_000 + nth;
    const lianne = { ...row.lianne, money };
    return { ...row, id: number, number: String(number), payment_method, status: "processing", lianne };
  });
  await page.route("**/lianne-admin/v1/orders?*", (route) => {
    const search = new URL(route.request().url()).searchParams.get("search");
    return route.fulfill({ json: orders.filter(({ number }) => number === search) });
  });
  await show({}, { transfers: orders.map((one, nth) => ({ ...aTransfer, id: nth + 1, suggested_order: one.id })) });
  for (const [nth, [, , text]] of consequences.entries()) {
    await page.getByRole("button", { name: `Settle for order ${orders[nth]?.number}` }).click();
    await expect(page.getByRole("dialog").getByText(text)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await show({}, { transfers: [aTransfer] });
  await expect(page.getByRole("button", { name: "Choose an order" })).toBeEnabled();
  await context.setOffline(true);
  for (const name of [/^Choose an order · /, /^Belongs to no order · /])
    await expect(page.getByRole("button", { name })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Choose an order" })).toBeEnabled();
});

test("RO01, BQ27: the screen and its queues are for roles with money.view and money.reconcile", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("staff");
  const { queues } = await staff.bo<Today>("GET", "/today");
  expect(queues.map(({ name }) => name).filter((name) => name.startsWith("bank_"))).toEqual([]);
  await page.goto("/admin/money/transfers");
  await expect(page.getByRole("heading", { name: "Bạn không có quyền xem" })).toBeVisible();
  await staff.signIn("accountant");
  await staff.open("/money/transfers");
  await expect(page.getByRole("heading", { name: "Hoàn tiền chờ chuyển" })).toBeVisible();
});

test("BQ23, BQ27: a transfer that lacks no more than the tolerance is stated to pay its order @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id, total } = await waitingOrder(staff, 413_000);
  let tolerance = 1000;
  const transfer: BankOverview["transfers"][number] = {
    ...{ id: 1, at: new Date().toISOString(), amount: dong(total - 500), content: "cam on", counter_account: "" },
    ...{ reference: "", reason: "no_code", suggested_order: id },
  };
  await page.route("**/lianne-admin/v1/bank?*", (route) =>
    route.fulfill({ json: { ...emptyOverview, tolerance, transfers: [transfer] } }),
  );
  await staff.open("/money/transfers");
  const sheet = page.getByRole("dialog");
  const settle = page.getByRole("button", { name: `Gắn với đơn ${id}` }).first();
  await settle.click();
  await expect(sheet.getByText(/^Thiếu 500.*trong mức được bỏ qua/)).toBeVisible();
  tolerance = 400;
  await page.reload();
  await settle.click();
  await expect(sheet.getByText(/đơn vẫn chờ, thiếu 500/)).toBeVisible();
});
