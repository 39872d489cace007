import { expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";

const history = "/wp-json/custom/v1/order-data?customer_id=1";
const check = "/wp-json/custom-auth/v1/check-auth";

test.each(engines)(
  "only a visitor with a session cookie reads that the session has expired, on $name",
  async (engine) => {
    const shop = await openShop(engine);
    const messagesOf = (visitor: ReturnType<typeof shop.client>, lang: string) =>
      Promise.all(
        [history, check].map(async (path) => {
          const response = await visitor.get<Problem>(`${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
          return response.body.message;
        }),
      );
    const guest = shop.client();
    expect(await messagesOf(guest, "vi")).toEqual(Array(2).fill("Vui lòng đăng nhập để tiếp tục."));
    expect(await messagesOf(guest, "en")).toEqual(Array(2).fill("Please log in to continue."));
    const customer = shop.client();
    await customer.register();
    await shop.db.transaction((tx) => tx.run(sql`delete from session`));
    expect(await messagesOf(customer, "en")).toEqual(Array(2).fill("Your session has expired. Please log in again."));
  },
);
