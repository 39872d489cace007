import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { SheetResult } from "#contract/backoffice/products.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { translateWooReason } from "#shop/kernel/request/known-reasons.ts";

const products = "/wp-json/wc/v3/products";

/** The reasons of rejections in the catalogue's sources, with a sample in place of each expression. */
const reasons = ["", "pictures", "products", "taxonomies", "variations", "staff"]
  .map((folder) => join(import.meta.dirname, "..", folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".ts") && !name.includes(".test."))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  )
  .flatMap((text) => {
    const calls = text.matchAll(
      /(?:wrongParam|cannotWrite|imageError|new HttpError)\(\s*(?:\d{3},\s*)?(?:[\w.]+|"\w+"),\s*(?:"([^"]+)"|`([^`]+)`)/g,
    );
    const fields = text.matchAll(/(?:problem:|message =|imageError\()\s*(?:"([^"]+)"|`([^`]+)`)/g);
    return [...calls, ...fields].map(([, plain, template]) => plain ?? template?.replaceAll(/\$\{[^}]+\}/g, "7") ?? "");
  })
  .filter((reason) => reason.includes(" "));

/** Reasons for requests that the screens do not send. */
const ofPrograms =
  /default_attributes|gift|kind must|slug must stay|^7 must be|Cannot create|not allowed|Content-Type|remote image|needs an id|Invalid post ID|filter can be|since it was loaded|trash|Invalid parameter|duplicate\.id/;

for (const engine of engines)
  describe(`reasons of rejections for a person on ${engine.name}`, () => {
    let shop: TestShop;
    let staff: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      staff = (await staffMember(shop)).browser;
      await setStock(shop, hoops.id, 3);
    });
    const write = async (body: object, lang = "vi") => {
      const url = `${products}/${pearls.id}?lang=${lang}`;
      const response = await staff.request<Problem>("PUT", url, body);
      return [response.status, response.body.message, response.body.data.params];
    };

    test("PR09, PR10, KA03: the reasons of rejections are shown in Vietnamese", () => {
      expect(reasons.length).toBeGreaterThan(25);
      const english = reasons.filter((reason) => translateWooReason(reason, "vi") === reason);
      expect(english.filter((reason) => !ofPrograms.test(reason))).toEqual([]);
    });

    test("PR04: a price below zero and a SKU that is taken name the cause in the person's language, and programs get WooCommerce's words", async () => {
      const negative = { regular_price: "-5000" };
      expect(await write(negative)).toEqual([
        400,
        "regular_price: phải là số nguyên đồng, hoặc để trống.",
        { regular_price: "regular_price: phải là số nguyên đồng, hoặc để trống." },
      ]);
      const english = "regular_price must be a whole number of đồng as a text, or empty for none.";
      expect(await write(negative, "en")).toEqual([400, english, { regular_price: english }]);
      const merchant = await merchantOf(shop);
      const { sku } = (await merchant.get<{ sku: string }>(`${products}/${hoops.id}`)).body;
      expect((await write({ sku }))[1]).toBe("SKU không hợp lệ hoặc đã có ở sản phẩm khác.");
      const own = await merchant.put<Problem>(`${products}/${pearls.id}`, { sku, regular_price: "1" });
      expect(own.body.message).toBe("Invalid or duplicated SKU.");
      const invalid = await merchant.put<Problem>(`${products}/${pearls.id}`, negative);
      expect([invalid.body.message, invalid.body.data.params]).toEqual([
        "Invalid parameter(s): regular_price",
        { regular_price: english },
      ]);
    });

    test("PR02, PR03: a quantity against stock and a sale above the price are rejected by line, in the person's language", async () => {
      const changes = [
        { product_id: hoops.id, inventory_delta: -4, seen_quantity: 3 },
        { product_id: pearls.id, sale_price: "900000" },
      ];
      const { body } = await staff.call<{ results: SheetResult[] }>("POST", "/product-sheet?lang=vi", {
        ...{ changes, dry_run: false },
      });
      expect(body.results.map(({ applied, error }) => [applied, error?.field, error?.message])).toEqual([
        [false, "inventory_delta", "Trong kho chỉ còn 3, không trừ thêm được."],
        [false, "sale_price", "Giá khuyến mãi phải thấp hơn giá bán."],
      ]);
    });

    test("PR07: a file that is no picture is rejected with the cause in the person's language", async () => {
      const send = (bytes: Buffer, type: string) =>
        staff.request<Problem>("POST", "/wp-json/wc/v3/pictures?lang=vi", bytes, { "content-type": type });
      const text = await send(Buffer.from("no image"), "image/png");
      expect([text.status, text.body.message]).toEqual([400, expect.stringMatching(/^Tệp không phải là ảnh\./)]);
    });
  });
