import { expect, test } from "vitest";
import type { LogEntry } from "#contract/backoffice/staff.ts";
import type { SavedView } from "#contract/backoffice/saved-views.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";
import { addressOf, nameOf, sampleOf } from "#fixtures/testing/call-samples.ts";
import { silentBankEnv } from "#fixtures/testing/bank.ts";
import { aCodOrder, hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { rowHashes } from "#fixtures/testing/row-hashes.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { staffMember, type StaffVisitor } from "#fixtures/testing/staff.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { writeSampleOf } from "#fixtures/testing/write-samples.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** Every write of a staff member's session; what removes comes last. */
const writes = endpoints
  .filter(({ access, permission, method }) => method !== "GET" && (access === "staff" || permission !== undefined))
  .toSorted((one, other) => Number(one.method === "DELETE") - Number(other.method === "DELETE"));

/** Written with any request. */
const everyRequest = ["audit", "staff_session", "idempotent_response"];
/** What is no change by a person: counters of wrong passwords, a challenge for a passkey, the screen that is open. */
const unrecorded = ["staff_sign_in_failure", "staff_challenge", "order_presence"];

const states = [{}, { status: "processing" }, { status: "completed", set_paid: true }];

/** A record made for the endpoint; else an order in each state, or ids of the demonstration, which one of the tables has. */
function samplesFor(endpoint: Endpoint, shop: TestShop, order: (own?: object) => Promise<number>) {
  const own = writeSampleOf(endpoint);
  if (own) return [(browser: StaffVisitor) => own(shop, browser, order)];
  const ids = /\/(orders|bank)\//.test(endpoint.path)
    ? states.map((state) => () => order(state))
    : [101, 11, 1].map((id) => async () => id);
  return ids.map((idOf) => async () => {
    const id = await idOf();
    return { ...sampleOf(endpoint), values: { id, order_id: id }, headers: {} };
  });
}

const newAudit = async ({ db }: TestShop, last: number) =>
  db.all<{ id: number; actor: string; address: string; action: string }>(
    sql`select id, actor, host(address) address, action from audit where id > ${last} order by id`,
  );

test("SC07: what a session writes by any endpoint is in the audit log, with the person, the address and the endpoint", async () => {
  const [engine] = engines;
  if (!engine) throw new Error("no database");
  const shop = await openShop(engine, { env: { ...httpsEnv, ...silentBankEnv } });
  const merchant = await merchantOf(shop);
  await setStock(shop, hoops.id, 5_000);
  const line_items = [{ product_id: hoops.id, quantity: 1 }];
  const order = async (own: object = {}) => (await orderOf(merchant, { ...aCodOrder(), line_items, ...own })).id;
  const written = new Set<string>();
  const unlogged: string[] = [];
  let { browser } = await staffMember(shop);
  const walked = writes.filter((_, nth) => testAll || nth % 4 === 0);
  for (const endpoint of walked)
    for (const sample of samplesFor(endpoint, shop, order)) {
      // the previous request may have ended the session
      if ((await browser.session()).status !== 200) ({ browser } = await staffMember(shop));
      const { staff } = (await browser.session()).body;
      const { values, query, body, headers } = await sample(browser);
      const last = (await newAudit(shop, 0)).at(-1)?.id ?? 0;
      const before = await rowHashes(shop);
      const address = addressOf(endpoint, query, { product_id: 101, attribute_id: 1, ...values });
      const { status } = await browser.request(endpoint.method, address, body, headers);
      const after = await rowHashes(shop);
      const changed = Object.keys(after).filter((name) => after[name] !== before[name] && !everyRequest.includes(name));
      if (changed.every((name) => unrecorded.includes(name))) continue;
      written.add(nameOf(endpoint));
      const action = `${endpoint.method} ${endpoint.path.replace(/^\/wp-json\/(wc\/v3\/)?/, "")}`;
      const expected = { actor: `staff:${staff.id}`, address: "127.0.0.1", action };
      const entries = await newAudit(shop, last);
      if (!entries.some((entry) => Object.entries(expected).every(([name, value]) => entry[name as "actor"] === value)))
        unlogged.push(`${nameOf(endpoint)} (${status}) wrote ${changed.join(", ")}`);
      break;
    }
  expect(unlogged).toEqual([]);
  const unchanged = walked.filter((endpoint) => writeSampleOf(endpoint) && !written.has(nameOf(endpoint)));
  expect(unchanged.map(nameOf), "what changes nothing, although its record was made for that").toEqual([]);
  // the others have no record of the sample's id to write
  expect(written.size).toBeGreaterThan(testAll ? 110 : 20);
});

test("SC07: the choice of a default view is in the audit log", async () => {
  const [engine] = engines;
  if (!engine) throw new Error("no database");
  const shop = await openShop(engine, { seed: false, env: httpsEnv });
  const { browser } = await staffMember(shop);
  const { body: view } = await browser.call<SavedView>("POST", "/views", { name: "Hôm nay", query: "stage=to_pack" });
  for (const is_default of [true, false]) {
    expect((await browser.call("PUT", `/views/${view.id}`, { is_default })).status).toBe(200);
    const { body } = await browser.call<LogEntry[]>("GET", `/log?entity=saved_view:${view.id}&per_page=1`);
    expect(body[0]).toMatchObject({
      action: "PUT lianne-admin/v1/views/{id}",
      operation: "done",
      address: "127.0.0.1",
    });
  }
});
