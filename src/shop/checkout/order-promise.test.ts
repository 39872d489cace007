import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderHistory } from "#contract/order-history.ts";
import { PaymentCreated } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndReturn } from "#fixtures/testing/gateways.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const reader = "ngoc@example.com";
const at = (text: string): Date => new Date(`${text.replace(" ", "T")}:00+07:00`);

for (const engine of engines)
  describe(`promises of orders on ${engine.name}`, () => {
    let shop: PayingShop;
    let mailbox: TestMailbox;
    let shopper: Visitor;
    let customerId: number;
    const promiseOf = async (orderId: number) => {
      const path = `/wp-json/custom/v1/order-data?customer_id=${customerId}`;
      const { orders } = (await shopper.get<OrderHistory>(path)).body;
      return orders.find(({ order_id }) => order_id === orderId)?.promise;
    };
    const basisOf = (orderId: number) =>
      shop.shop.db.one(
        sql`select promise_basis "basis", promise_version "version" from order_promise where order_id = ${orderId}`,
      );
    const measuredBy = async (orderId: number) =>
      (
        await shop.shop.db.one<{ day: string }>(
          sql`select measured_by::text "day" from order_promise where order_id = ${orderId}`,
        )
      )?.day;
    const promiseDay = async (orderId: number, day: string) =>
      expect(await command(shop, `promises change ${orderId} ${day} --reason kho`)).toMatchObject({ exit: 0 });
    const mailed = async (subject: string): Promise<string | undefined> => {
      await shop.gateways.idle();
      await shop.runJobs();
      return mailbox.emails(reader).findLast((email) => email.subject.includes(subject))?.text;
    };

    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openPayingShop(engine, { env: { ...httpsEnv, ...mailbox.env } });
      await setStock(shop, hoops.id, 500);
    });
    beforeEach(async () => {
      shop.clock.set(at("2037-12-01 14:50"));
      shopper = shop.client();
      customerId = (await shopper.register()).id;
      mailbox.clear();
    });

    test("DP11: an order has the promise that its page and its email state", async () => {
      const { body } = await submit(shopper, aCodOrder({ expected_delivery_by: "2037-12-02" }));
      expect(await promiseOf(body.id)).toEqual({ from: "2037-12-02", by: "2037-12-02" });
      expect(await basisOf(body.id)).toEqual({ basis: "policy", version: 1 });
      expect(await mailed(`đã nhận đơn hàng ${body.id}`)).toContain("Dự kiến nhận T4 02/12.");
    });

    test("DP11: an order that is cancelled, refunded or failed has no expected day", async () => {
      const { body } = await submit(shopper, aCodOrder({ expected_delivery_by: "2037-12-02" }));
      const days = { from: "2037-12-02", by: "2037-12-02" };
      const shown = async (status: string) => {
        await shop.shop.db.write(sql`update orders set status = ${status} where id = ${body.id}`);
        return promiseOf(body.id);
      };
      expect(await shown("processing")).toEqual(days);
      for (const status of ["cancelled", "refunded", "failed"]) expect(await shown(status), status).toBeNull();
      expect(await shown("pending")).toEqual(days);
    });

    test("DP11: a pickup is promised from the day on which it is ready", async () => {
      const shipping_lines = [{ method_id: "local_pickup" as const }];
      const { body } = await submit(shopper, aCodOrder({ shipping_lines, expected_delivery_by: "2037-12-01" }));
      expect(await promiseOf(body.id)).toEqual({ from: "2037-12-01", by: "2037-12-01" });
      expect(await mailed(`đã nhận đơn hàng ${body.id}`)).toContain("từ 10:00 T3 01/12");
    });

    test("DP11: an order that arrives later than displayed is placed only when it is confirmed", async () => {
      shop.clock.set(at("2037-12-01 15:00"));
      const late = await submit<Problem>(shopper, aCodOrder({ expected_delivery_by: "2037-12-02" }));
      expect([late.status, late.body]).toMatchObject([
        409,
        {
          code: "lianne_promise_changed",
          message: expect.stringContaining("T5 03/12"),
          data: { promised_from: "2037-12-03", promised_by: "2037-12-03" },
        },
      ]);
      const { body } = await submit(shopper, aCodOrder({ expected_delivery_by: "2037-12-03" }));
      expect(await promiseOf(body.id)).toEqual({ from: "2037-12-03", by: "2037-12-03" });
      const invalid = await submit<Problem>(shopper, aCodOrder({ expected_delivery_by: "tomorrow" }));
      expect([invalid.status, invalid.body.code]).toEqual([400, "rest_invalid_param"]);
    });

    test("DP11: an order paid after the cut-off is promised from its payment, and its email names the later day", async () => {
      const begun = PaymentCreated.parse((await beginPayment(shopper, { expected_delivery_by: "2037-12-02" })).body);
      expect(await promiseOf(begun.order_id)).toEqual({ from: "2037-12-02", by: "2037-12-02" });
      shop.clock.set(at("2037-12-01 15:01"));
      await payAndReturn(shopper, begun.payment_url);
      expect(await mailed(`Thanh toán thành công cho đơn hàng ${begun.order_id}`)).toContain(
        "muộn hơn lúc đặt: T5 03/12",
      );
      expect(await promiseOf(begun.order_id)).toEqual({ from: "2037-12-03", by: "2037-12-03" });
      expect(await basisOf(begun.order_id)).toEqual({ basis: "policy", version: 2 });
    });

    test("DP11: a paid order that was on hold keeps the promise of its payment", async () => {
      const { order_id: id, payment_url } = PaymentCreated.parse((await beginPayment(shopper)).body);
      await payAndReturn(shopper, payment_url);
      await shop.gateways.idle();
      const merchant = await merchantOf(shop);
      expect((await merchant.put(orderPath(id), { status: "on-hold" })).status).toBe(200);
      shop.clock.set(at("2037-12-02 10:00"));
      expect((await merchant.put(orderPath(id), { status: "processing" })).status).toBe(200);
      expect(await promiseOf(id)).toEqual({ from: "2037-12-02", by: "2037-12-02" });
      expect(await basisOf(id)).toEqual({ basis: "policy", version: 1 });
    });

    test("DP12: a paid order that staff have brought forward keeps that day when it is held and restored", async () => {
      const { order_id: id, payment_url } = PaymentCreated.parse((await beginPayment(shopper)).body);
      await payAndReturn(shopper, payment_url);
      await shop.gateways.idle();
      const merchant = await merchantOf(shop);
      await promiseDay(id, "2037-12-01");
      for (const status of ["on-hold", "processing"])
        expect((await merchant.put(orderPath(id), { status })).status, status).toBe(200);
      expect(await promiseOf(id)).toEqual({ from: "2037-12-01", by: "2037-12-01" });
      expect(await measuredBy(id)).toBe("2037-12-02");
    });

    test.each([
      ["2037-12-01", { from: "2037-12-01", by: "2037-12-01" }, "T3 01/12"],
      ["2037-12-20", { from: "2037-12-02", by: "2037-12-20" }, "T4 02/12 – CN 20/12"],
    ])(
      "DP11, DP12: an unpaid order that staff have promised for %s keeps that day when it is paid, and is measured from its payment",
      async (day, promise, written) => {
        const begun = PaymentCreated.parse((await beginPayment(shopper)).body);
        await promiseDay(begun.order_id, day);
        shop.clock.set(at("2037-12-01 15:01"));
        await payAndReturn(shopper, begun.payment_url);
        const paid = await mailed(`Thanh toán thành công cho đơn hàng ${begun.order_id}`);
        expect(paid).toContain(`Dự kiến nhận ${written}.`);
        expect(paid).not.toContain("sau giờ chốt");
        expect(await promiseOf(begun.order_id)).toEqual(promise);
        expect(await measuredBy(begun.order_id)).toBe("2037-12-03");
      },
    );

    test("DP11, DP12: an unpaid order that is paid after the day that staff have promised gets a new one, which its email names", async () => {
      shop.clock.set(at("2037-12-01 23:55"));
      const begun = PaymentCreated.parse((await beginPayment(shopper)).body);
      await promiseDay(begun.order_id, "2037-12-01");
      shop.clock.set(at("2037-12-02 00:05"));
      await payAndReturn(shopper, begun.payment_url);
      const paid = await mailed(`Thanh toán thành công cho đơn hàng ${begun.order_id}`);
      expect(paid).toContain("Ngày nhận dự kiến nay là T5 03/12, thay cho T3 01/12 mà chúng tôi đã hẹn.");
      expect(await promiseOf(begun.order_id)).toEqual({ from: "2037-12-03", by: "2037-12-03" });
      expect(await basisOf(begun.order_id)).toEqual({ basis: "policy", version: 3 });
      expect(await measuredBy(begun.order_id)).toBe("2037-12-03");
    });

    test("DP11, DP12: a pickup is ready from the day that staff have promised, as each of its emails states", async () => {
      const shipping_lines = [{ method_id: "local_pickup" as const }];
      const begun = PaymentCreated.parse((await beginPayment(shopper, { shipping_lines })).body);
      await promiseDay(begun.order_id, "2037-12-20");
      expect(await promiseOf(begun.order_id)).toEqual({ from: "2037-12-20", by: "2037-12-20" });
      const changed = await mailed(`Ngày nhận mới của đơn hàng ${begun.order_id}`);
      expect(changed).toContain(`nhận đơn hàng ${begun.order_id} tại cửa hàng từ 10:00 CN 20/12.`);
      expect(changed).toContain("Lý do: kho");
      shop.clock.set(at("2037-12-01 15:01"));
      await payAndReturn(shopper, begun.payment_url);
      expect(await mailed(`Thanh toán thành công cho đơn hàng ${begun.order_id}`)).toContain(
        "nhận tại cửa hàng từ 10:00 CN 20/12.",
      );
      expect(await promiseOf(begun.order_id)).toEqual({ from: "2037-12-20", by: "2037-12-20" });
    });

    test("DP11: a pickup that is paid after the cut-off is ready later, as its email states", async () => {
      const shipping_lines = [{ method_id: "local_pickup" as const }];
      const begun = PaymentCreated.parse((await beginPayment(shopper, { shipping_lines })).body);
      expect(await promiseOf(begun.order_id)).toEqual({ from: "2037-12-01", by: "2037-12-01" });
      shop.clock.set(at("2037-12-01 15:01"));
      await payAndReturn(shopper, begun.payment_url);
      expect(await mailed(`Thanh toán thành công cho đơn hàng ${begun.order_id}`)).toContain(
        "nhận tại cửa hàng từ 10:00 T4 02/12.",
      );
    });

    test("DP11: an order paid before the cut-off keeps its day", async () => {
      const begun = PaymentCreated.parse((await beginPayment(shopper)).body);
      await payAndReturn(shopper, begun.payment_url);
      expect(await mailed(`Thanh toán thành công cho đơn hàng ${begun.order_id}`)).toContain("Dự kiến nhận T4 02/12.");
      expect(await promiseOf(begun.order_id)).toEqual({ from: "2037-12-02", by: "2037-12-02" });
    });
  });
