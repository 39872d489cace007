import { beforeAll, describe, expect, test } from "vitest";
import type { StoreOrder } from "#contract/order.ts";
import type { OrderHistory } from "#contract/order-history.ts";
import { aCodOrder, aKey, hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** A ring with and without its gift box. */
const ring = { product_id: 101, boxed: 10_102, plain: 10_101 };

const orders = "/wp-json/wc/v3/orders";
const expected = [
  { lang: "vi", label: "Quà tặng kèm: ", names: ["Hộp giữ nhẫn", "Hộp giữ bông tai"] },
  { lang: "en", label: "Free gift: ", names: ["Ring keepsake case", "Earring keepsake case"] },
] as const;

for (const engine of engines)
  describe(`free gifts of ordered lines on ${engine.name}`, () => {
    let shop: TestShop;
    let mailbox: TestMailbox;
    let shopper: Visitor;
    let customerId: number;
    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openShop(engine, { env: mailbox.env });
      shopper = shop.client();
      customerId = (await shopper.register()).id;
    });

    test("SL13: are in the order, the history and the email as they were ordered", async () => {
      const { product_id, boxed, plain } = ring;
      const line_items = [
        { product_id, variation_id: boxed, quantity: 1 },
        { product_id, variation_id: plain, quantity: 1 },
        { product_id: hoops.id, quantity: 1 },
      ];
      const body = aCodOrder({ line_items, shipping_lines: [{ method_id: "local_pickup" }] });
      const place = (lang: string) =>
        shopper.post<StoreOrder>(`${orders}?lang=${lang}`, body, { "idempotency-key": aKey() });
      const placed = { vi: (await place("vi")).body, en: (await place("en")).body };
      await shop.db.transaction((tx) => tx.run(sql`update gift set name = '{"vi": "Khác", "en": "Another"}'`));
      await shop.runJobs();
      for (const { lang, label, names } of expected) {
        const { body: order } = await shopper.get<StoreOrder>(`${orders}/${placed[lang].id}?lang=${lang}`);
        const image = { src: expect.stringMatching(/^http.+\/media\/.+\.webp$/) };
        expect(order.line_items.map(({ gift }) => gift)).toEqual([
          { name: names[0], image, quantity: 1 },
          null,
          { name: names[1], image, quantity: 1 },
        ]);
        expect(order.line_items).toEqual(placed[lang].line_items);

        const path = `/wp-json/custom/v1/order-data?customer_id=${customerId}&lang=${lang}`;
        const { body: history } = await shopper.get<OrderHistory>(path);
        expect(history.orders[0]?.items.map(({ gift }) => gift)).toEqual([names[0], "", names[1]]);

        const emails = mailbox.emails(body.billing.email).filter(({ subject }) => subject.includes(`${order.id}`));
        expect(emails).toHaveLength(1);
        for (const part of emails.flatMap(({ text, html }) => [text, html]))
          expect([...part.matchAll(new RegExp(`${label}([^<\\n]+)`, "g"))].map(([, gift]) => gift)).toEqual(names);
      }
    });
  });
