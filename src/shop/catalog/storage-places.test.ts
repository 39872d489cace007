import { beforeAll, describe, expect, test } from "vitest";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import type { StockCount } from "#contract/backoffice/stock-counts.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const products = "/wp-json/wc/v3/products";

interface Placed {
  id: number;
  storage_place?: string;
  shares_stock_with: number;
}

for (const engine of engines)
  describe(`storage places on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let packer: StaffVisitor;
    let ring: number;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      packer = (await staffMember(shop, "packer")).browser;
      ring = (
        await create({
          ...{ name: "Nhẫn hai hộp", type: "variable" },
          attributes: [{ name: "Hộp", options: ["Không", "Quà"], variation: true }],
        })
      ).id;
    });

    const create = async (own: object) => (await merchant.post<Placed>(products, own)).body;
    const variation = async (option: string, own: object = {}) =>
      (
        await merchant.post<Placed>(`${products}/${ring}/variations`, {
          ...{ regular_price: "500000", manage_stock: true, stock_quantity: 5, attributes: [{ name: "Hộp", option }] },
          ...own,
        })
      ).body;
    const placesOf = async (...ids: number[]) => {
      const read = (await merchant.get<Placed[]>(`${products}/${ring}/variations`)).body;
      return ids.map((id) => read.find((one) => one.id === id)?.storage_place);
    };
    const packed = async (line: object) => {
      const { id } = await orderOf(merchant, { payment_method: "cod", status: "processing", line_items: [line] });
      return (await packer.call<PackOrder>("GET", `/pack/orders/${id}`)).body.lines.map(({ place }) => place);
    };

    test("ST03 PK12: a product's place is set by a staff member, shown to packers and counts, and not to shoppers", async () => {
      const { id } = await create({ name: "Dây khay A", regular_price: "1000", manage_stock: true, stock_quantity: 9 });
      expect(await packed({ product_id: id, quantity: 1 })).toEqual([null]);
      const set = await owner.request<Placed>("PUT", `${products}/${id}`, { storage_place: " Khay A1 " });
      expect(set).toMatchObject({ status: 200, body: { storage_place: "Khay A1" } });
      expect(await packed({ product_id: id, quantity: 1 })).toEqual(["Khay A1"]);
      const count = await owner.call<StockCount>("POST", "/stock-counts", { scope: "bin", bin: "Khay A1" });
      const missing = await owner.call<{ item: { product_id: number } }[]>(
        "GET",
        `/stock-counts/${count.body.id}/items?show=missing`,
      );
      expect(missing.body.map(({ item }) => item.product_id)).toEqual([id]);
      expect((await shop.client().get<Placed>(`${products}/${id}`)).body).not.toHaveProperty("storage_place");
      for (const wrong of ["x".repeat(61), "Khay\nA1", 7]) {
        const { status, body } = await owner.request<Problem>("PUT", `${products}/${id}`, { storage_place: wrong });
        expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ["storage_place"]]);
      }
      expect((await owner.request<Placed>("PUT", `${products}/${id}`, { storage_place: "" })).body.storage_place).toBe(
        "",
      );
      expect(await packed({ product_id: id, quantity: 1 })).toEqual([null]);
    });

    test("ST03 PK12: a variation's place is that of its stock: those that share units share their place", async () => {
      const plain = await variation("Không", { storage_place: "Hộc 3" });
      const boxed = await variation("Quà", { storage_place: "Hộc 9" });
      expect(await placesOf(plain.id, boxed.id)).toEqual(["Hộc 3", "Hộc 9"]);
      expect(await packed({ product_id: ring, variation_id: boxed.id, quantity: 1 })).toEqual(["Hộc 9"]);
      const one = `${products}/${ring}/variations/${boxed.id}`;
      await merchant.put(one, { shares_stock_with: plain.id });
      expect(await placesOf(plain.id, boxed.id)).toEqual(["Hộc 3", "Hộc 3"]);
      await merchant.put(one, { storage_place: "Hộc 4" });
      expect(await placesOf(plain.id, boxed.id)).toEqual(["Hộc 4", "Hộc 4"]);
      await merchant.put(one, { shares_stock_with: 0, stock_quantity: 2 });
      await merchant.put(one, { storage_place: "Hộc 5" });
      expect(await placesOf(plain.id, boxed.id)).toEqual(["Hộc 4", "Hộc 5"]);
      expect(await packed({ product_id: ring, variation_id: plain.id, quantity: 1 })).toEqual(["Hộc 4"]);
    });
  });
