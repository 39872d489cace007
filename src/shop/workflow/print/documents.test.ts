import { beforeAll, describe, expect, test } from "vitest";
import { printKinds, printSizes } from "#contract/backoffice/order-rules.ts";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";

for (const engine of engines)
  describe(`printed documents on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let packer: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
    });

    const page = (path: string, browser = owner, site = "same-origin") =>
      browser.call<Problem>("GET", path, undefined, { "x-wp-nonce": null, "sec-fetch-site": site });

    test("OD18: documents are in the order's language with the seller's data, one order a page", async () => {
      const [first, second] = [await here.placed(), await here.placed()];
      for (const kind of printKinds)
        for (const size of printSizes[kind]) {
          const { status, text } = await page(`/prints?ids=${first},${second}&kind=${kind}&size=${size}`);
          expect([status, text.match(/<article lang="vi">/g)?.length], `${kind} ${size}`).toEqual([200, 2]);
          expect(text).toContain("Mã số thuế");
          expect(text, "a QR code of the number").toContain("<svg");
          const priced = kind === "priced" || kind === "receipt";
          expect(text.includes("₫"), kind).toBe(priced);
          expect(text.includes("12 Nguyễn Huệ"), `${kind}: street`).toBe(priced);
          expect(text.includes("0912"), `${kind}: phone`).toBe(priced);
        }
      const wrong = await page(`/orders/${first}/print?kind=receipt&size=80mm`);
      expect(`${wrong.status} ${JSON.parse(wrong.text).data.params.size}`).toMatch(/^400 .*a5, a4/);
      expect((await page("/orders/999999999/print?kind=gift&size=a6")).status).toBe(404);
      const printed = await owner.call("POST", "/prints", { ids: [first, second], kind: "gift", size: "80mm" });
      expect(printed.status).toBe(200);
      const { body } = await owner.call<TimelineEntry[]>("GET", `/orders/${second}/timeline?lang=vi`);
      expect(body.filter(({ kind }) => kind === "print").map(({ message }) => message)).toEqual([
        "In Phiếu quà tặng (80 mm)",
      ]);
    });

    test("OD18, RO03: packers print without prices only, and other sites open no document", async () => {
      const id = await here.placed();
      for (const [kind, status] of [
        ["packing", 200],
        ["gift", 200],
        ["priced", 403],
        ["receipt", 403],
      ] as const) {
        const size = printSizes[kind][0];
        expect((await page(`/orders/${id}/print?kind=${kind}&size=${size}`, packer)).status, kind).toBe(status);
        expect((await packer.call("POST", "/prints", { ids: [id], kind, size })).status, kind).toBe(status);
      }
      const path = `/orders/${id}/print?kind=packing&size=a6`;
      expect((await page(path, owner, "cross-site")).body.code).toBe("rest_wrong_origin");
      expect((await page(path, owner, "same-site")).body.code).toBe("rest_wrong_origin");
    });
  });
