import { beforeAll, describe, expect, test } from "vitest";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";

for (const engine of engines)
  describe(`versions of orders on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let other: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      other = (await staffMember(here.shop, "staff")).browser;
    });

    const act = (id: number, action: "confirm" | "cancel", headers: Record<string, string>) =>
      owner.call<Problem>("POST", `/orders/${id}/${action}`, action === "cancel" ? cancel : undefined, headers);
    const cancel = { reason: "customer" } as const;
    const etagOf = async (id: number) => (await owner.request("GET", orderPath(id))).header("etag") ?? "";

    test("GR10: an action names the version that it is based on, and a row of the list has it", async () => {
      const id = await here.placed();
      const none = { "if-match": null };
      for (const [action, body] of [
        ["confirm", undefined],
        ["hold", { reason: "x" }],
        ["cancel", cancel],
        ["restore", undefined],
        ["calls", { outcome: "agreed" }],
        ["status", { status: "completed", reason: "x" }],
        ["refund-requests", { amount: "1000", reason: "x" }],
        ["payment-link", {}],
        ["parcels", {}],
        ["exchange", { line_id: 1, variation_id: 1 }],
      ] as const) {
        const { status, body: problem } = await owner.call<Problem>("POST", `/orders/${id}/${action}`, body, none);
        expect([status, problem.code], action).toEqual([428, "lianne_version_required"]);
      }
      const rowOf = async () => (await owner.call<OrderRow[]>("GET", `/orders?search=${id}`)).body[0];
      const row = await rowOf();
      expect(`"${row?.version}"`).toBe(await etagOf(id));
      await other.request("PUT", orderPath(id), { customer_note: "gọi trước khi giao" });
      const old = { "if-match": `"${row?.version}"` };
      expect((await act(id, "confirm", old)).body.code).toBe("lianne_conflict");
      const now = { "if-match": `"${(await rowOf())?.version}"` };
      expect((await act(id, "confirm", now)).status).toBe(200);
      // a person that has decided so accepts any version
      expect((await act(id, "cancel", { "if-match": "*" })).status).toBe(200);
    });

    test("GR10: a refund, a requested refund and another email address conflict with an order that changed", async () => {
      const { orderId: id } = await here.booked();
      // a refund requires a recent authentication
      const { browser: owner } = await staffMember(here.shop);
      await owner.request("PUT", orderPath(id), { status: "completed" });
      const old = { "if-match": await etagOf(id) };
      await other.request("PUT", orderPath(id), { customer_note: "gọi trước" });
      const refund = { amount: "1000", reason: "x", api_refund: false };
      const writes = [
        ["POST", `${orderPath(id)}/refunds`, refund],
        ["POST", `${backOfficeApi}/orders/${id}/refund-requests`, refund],
        [
          "POST",
          `${orderPath(id)}/actions/send_email`,
          { template_id: "customer_invoice", email: "moi@example.com", force_email_update: true },
        ],
      ] as const;
      for (const [method, path, body] of writes) {
        const conflict = await owner.request<Problem>(method, path, body, old);
        expect([conflict.status, conflict.body.code], path).toEqual([412, "lianne_conflict"]);
        expect(conflict.body.data.current, path).toMatchObject({ id, customer_note: "gọi trước" });
      }
      const links = ["payment-link", "parcels", "exchange"].map((name) => `${backOfficeApi}/orders/${id}/${name}`);
      for (const path of links) {
        const body = path.endsWith("exchange") ? { line_id: 1, variation_id: 1 } : {};
        expect((await owner.request<Problem>("POST", path, body, old)).body.code, path).toBe("lianne_conflict");
        expect((await owner.request<Problem>("POST", path, body)).body.code, path).not.toBe("lianne_conflict");
      }
      const now = { "if-match": await etagOf(id) };
      const refunded = await owner.request<{ amount: string }>("POST", `${orderPath(id)}/refunds`, refund, now);
      expect([refunded.status, refunded.body.amount]).toEqual([201, "1000"]);
    });
  });
