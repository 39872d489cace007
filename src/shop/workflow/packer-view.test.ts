import { beforeAll, describe, expect, test } from "vitest";
import type { Manifest } from "#contract/backoffice/manifests.ts";
import type { PackOrder, Warranty } from "#contract/backoffice/packing.ts";
import { hasPermission } from "#contract/permissions.ts";
import { backOfficeApi, type Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";
import { addressOf, sampleOf } from "#fixtures/testing/call-samples.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";

const isPackers = ({ path, permission = "any" }: Endpoint): boolean =>
  path.startsWith(backOfficeApi) && (permission === "any" || hasPermission("packer", permission));

/** All that a packer can read in the back office. */
const reads = endpoints.filter((one) => one.access === "staff" && one.method === "GET" && isPackers(one));
const short = ({ path }: Endpoint): string => path.slice(backOfficeApi.length);

/** What a packer may not see of the orders of this file: names except the last word, email, street, phone number, amounts of the items, the delivery and the whole. */
const hidden = /Trần|Thị|ngoc@|Nguyễn Huệ|912 ?345 ?678|\b(390|412|22)\.?000\b/u;
/** The amount that the courier collects, which manifests have. */
const withoutCod = (text: string): string => text.replaceAll(/"cod":\d+/g, "");

for (const engine of engines)
  describe(`what packers see, on ${engine.name}`, () => {
    let here: ShippingShop;
    let packer: StaffVisitor;
    let owner: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      await command(here.shop, "settings set packing_photo never");
      owner = (await staffMember(here.shop)).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
    });

    /** Sends a request that must succeed, and whose response has nothing hidden. */
    const send = async <Body>(
      method: "GET" | "POST" | "PUT" | "DELETE",
      path: string,
      body?: object,
    ): Promise<Body> => {
      const response = await packer.call<Body>(method, path, body);
      expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(300);
      expect(withoutCod(response.text), `${method} ${path}`).not.toMatch(hidden);
      return response.body;
    };

    test("RO03: no response that a packer gets has a price, an email, a street or more of name and phone number than allowed", async () => {
      const [done, open] = [await here.booked(), await here.booked()];
      const parcel = (await here.parcelsOf(done.orderId))[0]?.id ?? 0;
      const order = await send<PackOrder>("POST", `/pack/orders/${done.orderId}/assign`, {});
      const lineId = order.lines[0]?.id ?? 0;
      for (const code of [String(open.orderId), done.code, order.lines[0]?.sku ?? ""])
        await send("POST", "/pack/scans", { code, order_id: done.orderId });
      const at = here.shop.clock.now().toISOString();
      await send("PUT", `/pack/orders/${done.orderId}`, { ticks: [{ line_id: lineId, quantity: 1, at }] });
      const [card] = await send<Warranty[]>("POST", "/warranties", { order_id: done.orderId, line_id: lineId });
      await send("POST", `/pack/orders/${done.orderId}/complete`);
      await send("POST", "/pack/batch", { ids: [open.orderId] });
      await send("POST", "/prints", { ids: [done.orderId], kind: "packing", size: "a6" });
      const { id: count } = await send<{ id: number }>("POST", "/stock-counts", { scope: "all" });
      const manifest = await send<Manifest>("POST", "/manifests", { carrier: "ghn" });
      await send("PUT", `/manifests/${manifest.id}`, { add: [done.code] });
      // not marked for packing
      const note = "Trần Thị Ngọc, 12 Nguyễn Huệ: 390.000 ₫";
      expect((await owner.request("POST", `${orderPath(open.orderId)}/notes`, { note })).status).toBe(201);
      expect((await owner.request("GET", orderPath(open.orderId))).text, "the owner's view").toMatch(hidden);

      const queries: Partial<Record<string, string>> = {
        ...{ "/labels": `ids=${parcel}`, "/prints": `ids=${done.orderId},${open.orderId}&kind=gift&size=a6` },
        ...{ "/orders/{id}/print": "kind=packing&size=a6", "/log": "per_page=100", "/stock-movements": "per_page=100" },
      };
      const values: Record<string, string | number> = {
        ...{ "/manifests/{id}": manifest.id, "/warranties/{code}": card?.code ?? "" },
        ...{ "/stock-counts/{id}": count, "/stock-counts/{id}/items": count },
      };
      const read = new Set<string>();
      for (const endpoint of reads)
        for (const id of [done.orderId, open.orderId]) {
          const path = short(endpoint);
          const value = values[path] ?? id;
          const [address] = addressOf(endpoint, {}, { id: value, code: value }).split("?");
          const query = queries[path] ?? new URLSearchParams(sampleOf(endpoint).query).toString();
          const { status, text } = await packer.request("GET", `${address}?${query}`);
          if (status < 300) read.add(path);
          expect(withoutCod(text), path).not.toMatch(hidden);
        }
      // those of other records: the own labels of the shop, which have the whole address, among them
      expect(reads.map(short).filter((path) => !read.has(path))).toEqual([
        "/label-sheets/{token}",
        "/pack/orders/{id}/photos/{photo_id}",
        "/stock-receipts/{id}",
        "/tasks/{id}",
      ]);
    });
  });
