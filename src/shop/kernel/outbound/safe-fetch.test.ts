import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { safeFetch, checkAddress } from "./safe-fetch.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server on the loopback interface, reachable only if allowedPrivateHosts names it. */
async function serverThat(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limits = { service: "webhook", timeoutMs: 5_000, maxBytes: 1_000, redirects: 3 } as const;
const call = (address: string, allowedPrivateHosts: string[] = [], more: object = {}) =>
  safeFetch(address, { ...limits, allowedPrivateHosts, ...more });

describe("safeFetch of a merchant's URL", () => {
  test.each([
    "http://127.0.0.1/x",
    "http://localhost:3000/",
    "http://shop.localhost/",
    "http://10.1.2.3/",
    "http://192.168.0.1/",
    "http://172.16.9.9/",
    "http://169.254.169.254/latest/meta-data",
    "http://100.64.0.1/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://017700000001/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[::a00:1]/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
  ])("rejects an address outside the public internet: %s", async (address) => {
    await expect(call(address)).rejects.toThrow("not on the public internet");
  });

  test.each(["file:///etc/passwd", "ftp://example.com/", "//example.com", "javascript:1", "no address", ""])(
    "rejects a URL that is not http(s): %s",
    async (address) => {
      await expect(call(address)).rejects.toThrow("must begin with https:// or http://");
    },
  );

  test("rejects credentials in the URL", () => {
    expect(() => checkAddress("https://me:secret@example.com/", [])).toThrow("username or password");
  });

  test("rejects a name that resolves to the shop's own network", async () => {
    // the machine's own name resolves to a loopback or private address
    const { hostname } = await import("node:os");
    await expect(call(`http://${hostname()}/`)).rejects.toThrow(/not on the public internet|cannot be found/);
  });

  test("allows private hosts listed in allowedPrivateHosts, with or without the port", async () => {
    const host = await serverThat((_request, response) => response.end("hello"));
    expect((await call(`http://${host}/`, [host])).body.toString()).toBe("hello");
    expect((await call(`http://${host}/`, ["127.0.0.1"])).status).toBe(200);
    await expect(call(`http://${host}/`, ["127.0.0.1:1"])).rejects.toThrow("not on the public internet");
  });

  test("checks the URL of each redirect", async () => {
    const inner = await serverThat((_request, response) => response.end("secret"));
    const outer = await serverThat((_request, response) => {
      response.writeHead(302, { location: `http://${inner}/` }).end();
    });
    await expect(call(`http://${outer}/`, [outer])).rejects.toThrow("not on the public internet");
    expect((await call(`http://${outer}/`, [outer, inner])).body.toString()).toBe("secret");
    expect((await call(`http://${outer}/`, [outer, inner], { redirects: 0 })).status).toBe(302);
  });

  test("fails if the response is too large, too late or missing", async () => {
    const large = await serverThat((_request, response) => response.end("x".repeat(1_001)));
    await expect(call(`http://${large}/`, [large])).rejects.toThrow("exceeds 1000 bytes");
    const silent = await serverThat(() => {});
    await expect(call(`http://${silent}/`, [silent], { timeoutMs: 100 })).rejects.toThrow("within 0.1 seconds");
    const gone = await serverThat((_request, response) => response.end());
    closing.pop()?.();
    await expect(call(`http://${gone}/`, [gone])).rejects.toThrow(`No response from ${gone}`);
  });
});
