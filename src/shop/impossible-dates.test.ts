import { beforeAll, describe, expect, test } from "vitest";
import { backOfficeApi } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";
import type { Problem } from "#contract/problem.ts";
import { addressOf, nameOf, sampleOf } from "#fixtures/testing/call-samples.ts";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { bothEngines } from "#fixtures/testing/engines.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";

/** Dates that have the right form, and that one of the databases cannot store. */
const days = ["0000-01-01", "0000-12-31", "1899-12-31"];
const timeOf = (day: string) => `${day}T00:00:00Z`;

interface DatedField {
  call: string;
  field: string;
  query?: (day: string) => Record<string, string>;
  body?: (day: string) => object;
}
const bo = (name: string) => name.replace(" ", ` ${backOfficeApi}/`);
const list = (name: string, field: string): DatedField => ({
  ...{ call: bo(name), field, query: (day) => ({ [field]: timeOf(day) }) },
});
const fields: DatedField[] = [
  { call: bo("POST gifts"), field: "starts_on", body: (day) => ({ starts_on: day }) },
  { call: bo("PUT gifts/{slug}"), field: "ends_on", body: (day) => ({ ends_on: day }) },
  { call: bo("PUT parcels/{id}/compensation"), field: "received_on", body: (day) => ({ received_on: day }) },
  { call: bo("POST orders/{id}/promise"), field: "day", body: (day) => ({ day }) },
  { call: bo("GET orders/{id}/emails/{template}/preview"), field: "day", query: (day) => ({ day }) },
  {
    ...{ call: "POST /wp-json/wc/v3/orders/{id}/receipt", field: "expiration_date" },
    body: (day) => ({ expiration_date: day }),
  },
  { call: "GET /wp-json/custom/v1/receipts/{id}", field: "until", query: (day) => ({ until: day, key: "x" }) },
  {
    ...{ call: bo("POST orders/{id}/calls"), field: "callback_at" },
    body: (day) => ({ outcome: "callback", callback_at: timeOf(day) }),
  },
  {
    ...{ call: bo("PUT stock-counts/{id}/items"), field: "entries" },
    body: (day) => ({ entries: [{ id: "x", code: "x", quantity: 1, at: timeOf(day) }] }),
  },
  {
    ...{ call: bo("PUT pack/orders/{id}"), field: "ticks" },
    body: (day) => ({ ticks: [{ line_id: 1, quantity: 1, at: timeOf(day) }] }),
  },
  {
    ...{ call: bo("POST price-changes"), field: "rule" },
    body: (day) => ({ rule: { on: "sale", by: "percent", value: -10, from: timeOf(day) } }),
  },
  {
    ...{ call: bo("PUT low-stock/{variation_id}"), field: "muted_until" },
    body: (day) => ({ muted_until: timeOf(day) }),
  },
  list("GET log", "from"),
  list("GET log", "to"),
  list("GET stock-movements", "from"),
  list("GET stock-movements", "to"),
];

for (const engine of bothEngines)
  describe(`impossible dates on ${engine.name}`, () => {
    let shop: TestShop;
    let owner: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      owner = (await staffMember(shop)).browser;
    });

    test.each(fields)("$call rejects the year 0 in $field", async ({ call, field, query, body }) => {
      const endpoint = endpoints.find((one) => nameOf(one) === call);
      if (!endpoint) throw new Error(`${call} is no endpoint`);
      const sample = sampleOf(endpoint);
      for (const day of days) {
        const url = addressOf(endpoint, { ...sample.query, ...query?.(day) });
        const sent = endpoint.method === "GET" ? undefined : { ...(sample.body as object), ...body?.(day) };
        const { status, body: problem } = await owner.request<Problem>(endpoint.method, url, sent);
        expect([status, Object.keys(problem.data?.params ?? {})], day).toEqual([400, [expect.stringContaining(field)]]);
      }
    });

    test("DP11: an order cannot have seen a delivery promise of the year 0", async () => {
      const shopper = shop.client();
      await shopper.register();
      const response = await submit(shopper, { ...aCodOrder(), expected_delivery_by: "0000-01-01" });
      expect([response.status, JSON.stringify(response.body)]).toEqual([
        400,
        expect.stringContaining("expected_delivery_by"),
      ]);
    });
  });
