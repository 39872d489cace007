import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderHistory } from "#contract/order-history.ts";
import type { PaymentState } from "#contract/payment.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { temporarySetting } from "#fixtures/testing/temporary-setting.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

describe.each(engines)("cash orders that a job confirms, while others wait for a confirmation, on $name", (engine) => {
  let kit: GuestShop;
  beforeAll(async () => {
    kit = await openGuestShop(engine);
    await command(kit.shop, "settings set cod_max_open_per_phone 100");
  });
  beforeEach(async () => {
    await kit.reset();
    await command(kit.shop, "settings set guest_checkout confirmed");
    await command(kit.shop, "settings set auto_confirm_delivered 2");
  });

  const account = async () => {
    const visitor = kit.someone();
    return { visitor, customer: await visitor.register() };
  };
  const placed = async (phone: string) => {
    const { visitor, customer } = await account();
    const order = await kit.place(visitor, { phone });
    const history = await visitor.get<OrderHistory>(`/wp-json/custom/v1/order-data?customer_id=${customer.id}`);
    const result = await visitor.post<PaymentState>("/wp-json/lianne-vnpay/v1/payment-callback", {
      order_id: order.id,
    });
    await kit.shop.runJobs();
    return {
      ...order,
      waits: [Boolean(history.body.orders[0]?.confirmation), Boolean(result.body.confirmation)],
      requested: kit.mailbox.emailTo(order.email).text.includes("xác nhận trước"),
    };
  };
  /** a phone number with this number of delivered orders */
  const known = async (phone: string, delivered = 2): Promise<string> => {
    for (let count = 0; count < delivered; count++) {
      const { id } = await kit.place((await account()).visitor, { phone });
      await kit.merchant.call("PUT", orderPath(id), { status: "completed" });
    }
    return phone;
  };
  const statusOf = async (id: number) => (await kit.merchant.get<WooOrder>(orderPath(id))).body.status;
  const later = async () => {
    kit.shop.clock.advance(6 * minuteMs);
    await kit.shop.runJobs();
  };
  const exempt = { waits: [false, false], requested: false };
  const waiting = { waits: [true, true], requested: true };

  test("GU19, OD05: exempts accounts of known phone numbers from the moment of their order: no page and no email requests a confirmation", async () => {
    const order = await placed(await known("0977123888"));
    expect(order).toMatchObject(exempt);
    await later();
    expect(await statusOf(order.id)).toBe("processing");
  });

  test("GU19, OD05: exempts no other order", async () => {
    const unknown = await placed(await known("0977123777", 1));
    expect(unknown).toMatchObject(waiting);
    const phone = await known("0977123666");
    const unset = await temporarySetting(kit.shop, "auto_confirm_max_total", 1000);
    expect(await placed(phone), "above the highest total").toMatchObject(waiting);
    await unset();
    const { id } = await kit.place((await account()).visitor, { phone });
    await kit.shop.db.write(sql`
      insert into parcel (order_id, client_order_code, status) values (${id}, ${`back-${id}`}, 'returned')`);
    expect(await placed(phone), "a parcel came back").toMatchObject(waiting);
    await command(kit.shop, "settings set auto_confirm_delivered 0");
    expect(await placed(await known("0977123555")), "nothing is confirmed automatically").toMatchObject(waiting);
    await later();
    expect(await statusOf(unknown.id)).toBe("pending");
  });

  test("GU19, OD05: exempts no guest, whose phone number may be another's", async () => {
    const phone = await known("0977123444");
    const guest = await kit.place(await kit.guest(), { phone });
    await kit.shop.runJobs();
    expect(kit.mailbox.emailTo(guest.email).text).toContain("xác nhận trước");
    await later();
    expect(await statusOf(guest.id)).toBe("pending");
  });
});
