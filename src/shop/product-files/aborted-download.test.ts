import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  test(`PR20: a client that disconnects in the middle of an export causes no error on ${engine.name}`, async () => {
    const shop = await openShop(engine, { env: httpsEnv });
    const { visitor } = (await staffMember(shop)).browser;
    // more than the buffers of a connection hold, so that the response is still being sent when the client disconnects
    await shop.db.transaction((tx) =>
      tx.run(sql`update product set description = jsonb_build_object('vi', repeat('bạc ', 50000), 'en', '')`),
    );
    await shop.http.listen({ port: 0, host: "127.0.0.1" });
    const closed = new Promise((resolve) => {
      shop.http.server.on("request", (_request, response) => response.once("close", resolve));
    });
    const { port } = shop.http.server.address() as AddressInfo;
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, "sec-fetch-site": "same-origin", "x-forwarded-proto": "https" };
    const request = get({ port, host: "127.0.0.1", path: `${backOfficeApi}/product-exports`, headers });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    request.destroy();
    await closed;
    // the pending promises of the handler are resolved by then
    await visitor.get("/healthz");
    expect(shop.takeLoggedErrors()).toEqual([]);
  });
