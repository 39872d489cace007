import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LinkedOrder } from "#contract/guest-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, guestOrdersApi, type GuestsOrder, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openPhone, type TestPhone } from "#fixtures/testing/phone.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";

let numbers = 0;
/** A phone number that no other order has. */
const aPhone = (): string => `0357${String(++numbers).padStart(6, "0")}`;

for (const engine of engines)
  describe(`orders of guests whose phone number is corrected, on ${engine.name}`, () => {
    let kit: GuestShop;
    let phone: TestPhone;
    beforeAll(async () => {
      phone = await openPhone();
      kit = await openGuestShop(engine, { env: phone.env, clock: phone.clock });
    });
    beforeEach(async () => {
      await kit.reset();
      phone.clear();
      phone.setFault({});
      kit.shop.clock.advance(11 * minuteMs);
    });

    const lookUp = (id: number, contact: string) =>
      kit.someone().post(`${guestOrdersApi}/lookup`, { order_number: String(id), contact });
    const open = (id: number, contact: string, code: string) =>
      kit.someone().post<{ path: string; code: string }>(`${guestOrdersApi}/lookup/code`, {
        ...{ order_number: String(id), contact, code },
      });
    const codeFor = async (id: number, contact: string): Promise<string> => {
      phone.clear();
      expect((await lookUp(id, contact)).status).toBe(200);
      await kit.shop.runJobs();
      return phone.codeTo(contact);
    };
    /** The token of a link that a code to the phone has made. */
    const tokenBy = async (id: number, contact: string): Promise<string> => {
      const opened = await open(id, contact, await codeFor(id, contact));
      expect(opened.status, opened.text).toBe(200);
      return opened.body.path.split("/")[3] ?? "";
    };
    const read = async (order_id: number, token: string) => (await kit.open({ order_id, token })).status;
    const correct = async (id: number, to: string) =>
      expect((await kit.merchant.put(orderPath(id), { billing: { phone: to } })).status).toBe(200);
    /** Changes the recipient by a link. */
    const changeBy = async ({ id }: GuestsOrder, token: string, to: string) => {
      const { body } = await kit.someone().post<LinkedOrder>(`${guestOrdersApi}/link`, { order_id: id, token });
      return kit.someone().post(`${guestOrdersApi}/link/recipient`, {
        ...{ order_id: id, token, version: body.order.self_service.version },
        ...{ first_name: "Ngọc", last_name: "Trần", phone: to },
      });
    };

    test("GU07, GU10: a link by a code to the earlier number ends when staff correct it; the emailed one and the browser stay", async () => {
      const guest = await kit.guest();
      const order = await kit.place(guest);
      const { token: emailed } = await kit.linkTo(order.email);
      const token = await tokenBy(order.id, order.phone);
      await correct(order.id, order.phone.replace(/^0/, "+84"));
      expect(await read(order.id, token), "the same number").toBe(200);
      const right = aPhone();
      await correct(order.id, right);
      expect(await read(order.id, token)).toBe(404);
      for (const path of ["confirm", "confirm/code"])
        expect((await kit.someone().post(`${guestOrdersApi}/${path}`, { order_id: order.id, token })).status).toBe(404);
      expect((await changeBy(order, emailed, right)).status).toBe(200);
      expect(await read(order.id, emailed)).toBe(200);
      const state = await guest.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id: order.id });
      expect(state.status).toBe(200);
      // back again, it stays ended
      await correct(order.id, order.phone);
      expect(await read(order.id, token)).toBe(404);
    });

    test("GU10: the earlier number gets no code any more, one sent before opens nothing, and the right number gets one", async () => {
      const order = await kit.place(await kit.guest());
      const before = await codeFor(order.id, order.phone);
      const right = aPhone();
      await correct(order.id, right);
      expect(await open(order.id, order.phone, before)).toMatchObject({ status: 400, body: { code: "code_wrong" } });
      phone.clear();
      expect((await lookUp(order.id, order.phone)).status).toBe(200);
      await kit.shop.runJobs();
      expect(phone.messages()).toEqual([]);
      expect(await read(order.id, await tokenBy(order.id, right))).toBe(200);
    });

    test("GU07, SO05: a customer that changes the number by such a link goes on with it; others end, and this one with the next change", async () => {
      const order = await kit.place(await kit.guest());
      const [own, other] = [await tokenBy(order.id, order.phone), await tokenBy(order.id, order.phone)];
      const { token: emailed } = await kit.linkTo(order.email);
      const next = aPhone();
      expect((await changeBy(order, own, next)).status).toBe(200);
      expect([await read(order.id, own), await read(order.id, other)]).toEqual([200, 404]);
      expect((await changeBy(order, emailed, aPhone())).status).toBe(200);
      expect([await read(order.id, own), await read(order.id, emailed)]).toEqual([404, 200]);
    });

    test("GU07: a look-up and a correction at once leave no link to the earlier number", async () => {
      for (let round = 0; round < 4; round++) {
        const order = await kit.place(await kit.guest());
        const code = await codeFor(order.id, order.phone);
        const [opened] = await Promise.all([open(order.id, order.phone, code), correct(order.id, aPhone())]);
        if (opened.status !== 200) continue;
        expect(await read(order.id, opened.body.path.split("/")[3] ?? "")).toBe(404);
      }
    });
  });
