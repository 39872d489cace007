import { createServer, request as send, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, failedRequests, phone, storedKeys, test, workerReady } from "./kit.ts";

test.use({ ...phone, serviceWorkers: "allow" });

/** A proxy in front of the shop, that responds with 502 while the shop restarts. */
async function proxyOf(shopUrl: string) {
  const { hostname } = new URL(shopUrl);
  let restarts = false;
  const server: Server = createServer((incoming, outgoing) => {
    if (restarts) return outgoing.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    const { method, headers, url = "/" } = incoming;
    const forwarded = send(new URL(url, shopUrl), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, hostname, listening));
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    restart: () => {
      restarts = true;
    },
    close: () => server.close(),
  };
}

test("OF01, OF05 while the shop restarts the back office opens from stored data, not with the proxy's error page @all", async ({
  staff,
  page,
  shop,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests);
  await staff.signIn("owner");
  const proxy = await proxyOf(shop.url);
  await page.goto(`${proxy.url}/admin`);
  await workerReady(page);
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.includes("GET bo/today"))).toBe(true);
  proxy.restart();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Hôm nay", level: 1 })).toBeVisible();
  proxy.close();
});
