import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { StoreClient } from "#contract/client.ts";
import { getApiClient } from "./api-client.ts";

/** A server that replies with `reply`, and never without it. */
let reply: { status: number; body: string } | null = null;
const server = createServer((_request, response) => {
  if (reply) response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body);
});
let store: StoreClient;
const key = "ck_1:cs_2";
/** the timeouts that the calls requested, in milliseconds */
const timeouts: number[] = [];
const sent: RequestInit[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { fetch } = globalThis;
  vi.stubGlobal("document", { documentElement: { lang: "en" }, querySelector: () => ({ content: key }) });
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    sent.push(init);
    return fetch(`${origin}${path}`, init);
  });
  store = getApiClient();
});
beforeEach(() => {
  reply = null;
  timeouts.length = 0;
  sent.length = 0;
  // a second passes in a millisecond
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    timeouts.push(ms);
    return timeout(ms / 1000);
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

test.each<[string, number, (store: StoreClient) => Promise<unknown>]>([
  ["a list", 30_000, (store) => store.categoryList({ slug: "rings" })],
  ["the cart", 30_000, (store) => store.addToCart({ product_id: 143, quantity: 1 })],
  ["a payment", 30_000, (store) => store.createPayment("vnpay_visa", {} as never, "key")],
  ["the carrier", 30_000, (store) => store.provinces()],
  ["a payment's state", 15_000, (store) => store.paymentState(1)],
])("%s times out after %i ms as a network error", async (_call, limit, call) => {
  expect(await call(store)).toMatchObject({ ok: false, network: true, problem: { code: "network_error" } });
  expect(timeouts).toEqual([limit]);
  expect(sent).toMatchObject([{ credentials: "same-origin", headers: { authorization: `Basic ${btoa(key)}` } }]);
});

test("a success returns the data of its body, an error the problem in its body", async () => {
  // the real timeouts: a response may take longer than 30 ms
  vi.mocked(AbortSignal.timeout).mockRestore();
  reply = { status: 200, body: '{"items":[],"total":0}' };
  expect(await store.cart()).toEqual({ ok: true, data: { items: [], total: 0 } });
  const problem = { code: "rest_invalid_param", message: "no", data: { status: 400 } };
  reply = { status: 400, body: JSON.stringify(problem) };
  expect(await store.cart()).toEqual({ ok: false, status: 400, network: false, problem });
  reply = { status: 502, body: "<html>" };
  expect(await store.cart()).toMatchObject({ ok: false, status: 502, network: false });
});
