import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";

const megabyte = 1024 * 1024;
/** fetch requires this to send a stream; the DOM's types lack it */
const halfDuplex = { duplex: "half" };

describe("a body over the limit", () => {
  let shop: TestShop;
  let address: string;
  beforeAll(async () => {
    const [engine] = engines;
    if (!engine) throw new Error("no database");
    shop = await openShop(engine, { seed: false });
    await shop.http.listen({ port: 0, host: "127.0.0.1" });
    address = `http://127.0.0.1:${(shop.http.server.address() as AddressInfo).port}/wp-json/custom-cart/v1/add`;
  });
  afterAll(() => shop.close());

  /** Over a real connection; in-process requests have none. */
  const send = (body: BodyInit) =>
    fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body, ...halfDuplex });

  test.each([
    ["with Content-Length", (bytes: Buffer<ArrayBuffer>) => bytes],
    ["chunked", (bytes: Buffer<ArrayBuffer>) => new Blob([bytes]).stream()],
  ])("is read to its end and gets a 413, %s", async (_case, bodyOf) => {
    for (const size of [megabyte + 1, 12 * megabyte]) {
      const response = await send(bodyOf(Buffer.alloc(size, "a")));
      expect(response.status).toBe(413);
      // closing while the client still sends resets the connection, and the response is sometimes lost
      expect(response.headers.get("connection")).not.toBe("close");
      expect(await response.json()).toMatchObject({ code: "rest_request_entity_too_large" });
    }
  });
});
