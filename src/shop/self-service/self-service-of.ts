import type { Reader } from "#shop/kernel/db/database.ts";
import type { SelfServiceOf } from "#shop/orders/index.ts";
import { readFacts, toState } from "./facts.ts";

/** For the list of a customer's orders, and the page behind a link: what each allows now. */
export const selfServiceOf =
  (reader: Reader, { byLink = false } = {}): SelfServiceOf =>
  async (ids) => {
    const facts = await readFacts(reader, ids);
    return new Map(
      [...facts].map(([id, one]) => {
        const { order_id: _id, status: _status, ...fields } = toState(one, byLink);
        return [id, fields];
      }),
    );
  };
