import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import {
  beginPayment,
  returnToShop,
  openPayingShop,
  type PayingShop,
  payAndReturn,
} from "#fixtures/testing/gateways.ts";
import { openMailbox, shopAddress, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import type { OnlineMethod } from "#shop/payments/index.ts";
import type { StoredEmail } from "#simulators/mailbox/index.ts";

const reader = "ngoc@example.com";
const minute = 60_000;

for (const engine of engines) {
  describe(`payment emails of an order on ${engine.name}`, () => {
    let shop: PayingShop;
    let mailbox: TestMailbox;
    let merchant: Visitor;
    let shopper: Visitor;
    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openPayingShop(engine, { env: { ...httpsEnv, ...mailbox.env } });
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, 500);
    });
    beforeEach(async () => {
      shopper = shop.client();
      await shopper.register();
      await shop.runJobs();
      mailbox.clear();
    });
    const begin = async (payment_method: OnlineMethod, method_id: "flat_rate" | "local_pickup" = "flat_rate") =>
      (await beginPayment(shopper, { payment_method, shipping_lines: [{ method_id }] })).body;
    async function jobs(): Promise<void> {
      await shop.gateways.idle();
      await shop.runJobs();
    }
    const about = (subject: string, to = reader): StoredEmail[] =>
      mailbox.emails(to).filter((email) => email.subject.includes(subject));

    test.each([
      ["vnpay_visa", /420\.000\s₫ qua VNPay/],
      ["paypal", /420\.000\s₫ \(\$16\.15\) qua PayPal/],
    ] as const)("by %s: one for the order and one for the payment", async (method, amount) => {
      const { order_id, payment_url } = await begin(method);
      await payAndReturn(shopper, payment_url);
      await jobs();
      await jobs();
      const received = about(`đã nhận đơn hàng ${order_id}`)[0]?.text;
      expect(received).toContain("được giữ trong 30 phút");
      expect(received).not.toContain("để xác nhận"); // only cash orders are confirmed by phone
      const [paid, ...more] = about("Thanh toán thành công");
      expect(more).toEqual([]);
      expect(paid?.text).toMatch(amount);
      expect(paid?.text).toMatch(/Mã giao dịch: \w{8,}/);
      expect(paid?.text).toMatch(/Thời gian thanh toán: \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
      expect(paid?.text).toContain(`https://shop.example/profile?tab=orders`);
      expect(paid?.text).toContain("sẽ được gửi đi");
      // the street is only for the confirmed address of the account
      expect(paid?.html).toContain("Phường Bến Nghé, Quận 1");
      expect(paid?.html).not.toContain("12 Nguyễn Huệ");
    });

    test("a paid pickup order mentions the shop and no shipment", async () => {
      await payAndReturn(shopper, (await begin("vnpay_visa", "local_pickup")).payment_url);
      await jobs();
      const [paid] = about("Thanh toán thành công");
      expect(paid?.text).toContain("sẵn sàng để nhận tại cửa hàng");
      expect(paid?.text).not.toContain("gửi đi");
    });

    test.each(["cancelled", "refunded", "failed"])(
      "DP11: no email of an order that is %s promises a day or a parcel",
      async (status) => {
        const { order_id, payment_url } = await begin("vnpay_visa");
        await payAndReturn(shopper, payment_url);
        await jobs();
        const promised = /Dự kiến|hẹn giao|sẽ được gửi đi|Vui lòng chuẩn bị/;
        expect(about("Thanh toán thành công")[0]?.text).toMatch(promised);
        await shop.db.write(sql`
          with p as (
            insert into parcel (order_id, client_order_code, tracking_code, status, expected_at, cod_amount)
            values (${order_id}, ${`code-${order_id}`}, ${`GHN${order_id}`}, 'delivering', ${shop.clock.now()}, 1000) returning id)
          insert into parcel_event (parcel_id, status, at) select id, 'picked', ${shop.clock.now()} from p`);
        const actions = `${orderPath(order_id)}/actions`;
        const sendAll = async (): Promise<string[]> => {
          mailbox.clear();
          const { body } = await merchant.get<{ id: string }[]>(`${actions}/email_templates`);
          for (const { id } of body)
            expect((await merchant.post(`${actions}/send_email`, { template_id: id })).status).toBe(200);
          await jobs();
          return mailbox.emails(reader).map(({ text }) => text);
        };
        expect((await sendAll()).filter((text) => promised.test(text)).length).toBeGreaterThanOrEqual(3);
        expect((await merchant.put(orderPath(order_id), { status })).status).toBe(200);
        await jobs();
        const texts = await sendAll();
        expect(texts.length).toBeGreaterThanOrEqual(2);
        for (const text of texts) expect(text).not.toMatch(promised);
      },
    );

    test("a failed payment is emailed with a retry link; a cancelled one is not", async () => {
      const failed = await begin("vnpay_visa");
      await payAndReturn(shopper, failed.payment_url, "fail");
      await jobs();
      const [email, ...more] = about("Thanh toán chưa thành công");
      expect(more).toEqual([]);
      expect(email?.text).toContain(`https://shop.example/final-payment?order_id=${failed.order_id}`);
      expect(email?.text.match(/trừ tiền|phương thức khác/g)).toHaveLength(1); // once, fitting the reason
      mailbox.clear();
      await payAndReturn(shopper, (await begin("vnpay_visa")).payment_url, "cancel");
      await jobs();
      expect(about("chưa thành công")).toEqual([]);
    });

    test("a refund is emailed", async () => {
      const { order_id, payment_url } = await begin("vnpay_visa");
      await payAndReturn(shopper, payment_url);
      await jobs();
      await merchant.post(`${orderPath(order_id)}/refunds`, { amount: "100000", api_restock: false });
      shop.gateways.vnpay.control({ refund_takes_ms: 0 });
      await jobs();
      shop.clock.advance(6 * minute);
      await jobs();
      expect(about("Đã hoàn tiền")).toMatchObject([
        { text: expect.stringMatching(/100\.000\s₫ của đơn hàng \d+ qua VNPay/) },
      ]);
    });

    test("a second payment is emailed to the customer and the shop", async () => {
      const first = await begin("vnpay_visa");
      const second = await begin("vnpay_visa");
      await payAndReturn(shopper, second.payment_url);
      await returnToShop(shopper, await payOnPage(first.payment_url, "pay"));
      shop.gateways.vnpay.control({ refund_takes_ms: 0 });
      await jobs();
      shop.clock.advance(6 * minute);
      await jobs();
      expect(about("Đã hoàn khoản thanh toán thừa")).toHaveLength(1);
      expect(about("Đã hoàn tiền cho")).toEqual([]);
      const [notification, ...more] = about("tiền đến ngoài số phải trả", shopAddress);
      expect(more).toEqual([]);
      expect(notification?.text).toContain(`Mã tham chiếu: ${first.order_id}-1`);
    });
  });

  describe(`shipment emails of an order on ${engine.name}`, () => {
    let here: ShippingShop;
    let mailbox: TestMailbox;
    beforeAll(async () => {
      mailbox = await openMailbox();
      here = await openShippingShop(engine, mailbox.env);
    });

    test("is sent once after pick-up, with tracking code and COD amount", async () => {
      const { orderId, code } = await here.booked();
      await here.advance(code, "picked");
      await here.advance(code, "storing");
      await here.shop.runJobs();
      const [email, ...more] = mailbox.emails(reader).filter(({ subject }) => subject.includes("đang trên đường"));
      expect(more).toEqual([]);
      expect(email?.subject).toBe(`Đơn hàng ${orderId} đang trên đường đến bạn`);
      expect(email?.text).toContain(`Mã vận đơn: ${code}.`);
      // the carrier's forecast is next to the promise, unless both are one day
      const dates = /Chúng tôi đã hẹn giao: (T[2-7] \d\d\/\d\d)\.|Dự kiến giao ngày (T[2-7] \d\d\/\d\d)\./g;
      const named = [...(email?.text ?? "").matchAll(dates)].map(([, promised, forecast]) => promised ?? forecast);
      expect(named.length).toBeGreaterThan(0);
      expect(new Set(named).size).toBe(named.length);
      expect(email?.text).toMatch(/Vui lòng chuẩn bị 412\.000\s₫ tiền mặt/);
    });
  });
}
