import { describe, expect, test } from "vitest";
import { dong } from "#contract/money.ts";
import { keyVariants } from "#fixtures/testing/key-variants.ts";
import { startStubServer } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { type GhnClient, ghnClient } from "./ghn-client.ts";

const time = "2026-11-21T02:30:00.000Z";
const detail = {
  order_code: "L1",
  client_order_code: "LIANNE-1",
  status: "picked",
  order_date: time,
  updated_date: time,
  leadtime: time,
  finish_date: time,
  cod_amount: 412_000,
  is_cod_collected: false,
  cod_collect_date: null,
  is_cod_transferred: false,
  cod_transfer_date: null,
  total_fee: 22_000,
  log: [{ status: "picked", updated_date: time }],
};
const parcel = {
  clientOrderCode: "LIANNE-1",
  to: { name: "An", phone: "0912345678", address: "1 Lê Lợi" },
  place: { districtId: 1, wardCode: "1" },
  weightG: 200,
  codAmount: dong(412_000),
  value: dong(390_000),
  items: [],
};

/** A method, a response of GHN to it, the keys that it cannot do without, and the part of the result that counts. */
const methods: { name: string; data: unknown; needed: RegExp; call: (client: GhnClient) => Promise<unknown> }[] = [
  {
    name: "create",
    data: { order_code: "L1", sort_code: "0-1", total_fee: 22_000, expected_delivery_time: time },
    needed: /^(code|data|data\.order_code)$/,
    call: async (client) => (await client.create(parcel)).trackingCode,
  },
  {
    name: "byClientCode",
    data: detail,
    needed: /^(code|data|data\.order_code)$/,
    call: async (client) => (await client.byClientCode("LIANNE-1"))?.trackingCode,
  },
  {
    name: "byClientCode with an array",
    data: [detail],
    needed: /^(code|data|data\.0|data\.0\.order_code)$/,
    call: async (client) => (await client.byClientCode("LIANNE-1"))?.trackingCode,
  },
  {
    name: "detail",
    data: detail,
    needed: /^(code|data|data\.(order_code|status))$/,
    call: async (client) => {
      const found = await client.detail("L1");
      return found && [found.trackingCode, found.status];
    },
  },
  {
    name: "cancel",
    data: [{ order_code: "L1", result: true, message: "OK" }],
    needed: /^(code|data|data\.0|data\.0\.result)$/,
    call: async (client) => (await client.cancel("L1")).stopped,
  },
  {
    name: "changeCod",
    data: { order_code: "L1" },
    needed: /^code$/,
    call: async (client) => {
      await client.changeCod("L1", dong(5));
    },
  },
  {
    name: "labelUrl",
    data: { token: "T1" },
    needed: /^(code|data|data\.token)$/,
    call: (client) => client.labelUrl("L1"),
  },
];

describe("GHN's response", () => {
  test.each(methods)("to $name is read without its optional keys", async ({ data, needed, call }) => {
    const response = { code: 200, message: "Success", message_display: "", code_message: "", data };
    let current: unknown = response;
    const { url } = await startStubServer(() => ({ json: current }));
    const client = ghnClient({ token: "token", shopId: 7, apiUrl: url, webhookSecret: null });
    const expected = await call(client);
    const wrong: string[] = [];
    for (const { name, key, document } of keyVariants(response)) {
      current = document;
      const result = await call(client).catch((error: unknown) => error);
      // jobs retry after an UpstreamUnavailableError; any other error would be a refusal by the carrier, or a crash
      const isAccepted = needed.test(key)
        ? result instanceof UpstreamUnavailableError || !(result instanceof Error)
        : JSON.stringify(result) === JSON.stringify(expected);
      if (!isAccepted) wrong.push(`${name}: ${String(result)}`);
    }
    expect(wrong).toEqual([]);
  });
});
