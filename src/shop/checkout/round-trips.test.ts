import { expect, test } from "vitest";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { countRoundTrips } from "#fixtures/testing/count-round-trips.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";

const postgres = engines.filter(({ name }) => name === "PostgreSQL");

test.each(postgres)("a customer's cash order takes six round trips to $name", async (engine) => {
  const shop = await openShop(engine);
  const customer = shop.client();
  await customer.register();
  await setStock(shop, hoops.id, 50);
  // settings, product details and places are cached by then
  for (let placed = 0; placed < 2; placed++) expect((await submit(customer, aCodOrder())).status).toBe(201);
  const roundTrips = countRoundTrips();
  const counts: number[] = [];
  // the fewest of several: a job or another connection of this process may send a statement meanwhile
  for (let placed = 0; placed < 5; placed++) {
    const before = roundTrips();
    expect((await submit(customer, aCodOrder())).status).toBe(201);
    counts.push(roundTrips() - before);
  }
  // session, idempotency key, products; in the transaction: customer and earlier order, the order, commit
  expect(Math.min(...counts)).toBe(6);
});
