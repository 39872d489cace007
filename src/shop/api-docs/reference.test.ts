import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "#contract/endpoints/index.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";

interface Operation {
  operationId: string;
  security: object[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, object>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

describe("the documentation", () => {
  let shop: TestShop;
  let document: Document;
  beforeAll(async () => {
    const [engine] = engines;
    if (!engine) throw new Error("no database");
    shop = await openShop(engine, { seed: false });
    document = (await shop.client().get<Document>("/wp-json/docs/openapi.json", { authorization: null })).body;
  });

  test("is valid OpenAPI 3.1", async () => {
    expect(document.openapi).toBe("3.1.0");
    const result = await new Validator().validate(document as never);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test("has every endpoint of the table, each with its own name, rule and errors", () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(
      endpoints.flatMap(({ method, additionalMethods: also = [] }) => [method, ...also]).length,
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { security, responses } of operations) {
      expect(security.length).toBeGreaterThan(0);
      expect(Object.keys(responses).some((status) => status.startsWith("2"))).toBe(true);
    }
  });

  test("has example bodies", () => {
    const add = document.paths["/wp-json/custom-cart/v1/add"]?.post?.requestBody;
    expect(add?.content["application/json"]?.example).toEqual({ product_id: 143, quantity: 1 });
  });

  test("is a page served by the shop only", async () => {
    const page = await shop.client().get("/wp-json/docs", { authorization: null });
    expect(page.status).toBe(200);
    expect(page.header("content-type")).toContain("text/html");
    expect(page.header("content-security-policy")).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/(?:src|href)="(?!\/wp-json\/docs\/)/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect((await shop.client().get(file)).status, file).toBe(200);
  });

  test.each(["..%2f..%2fpackage.json", "%2e%2e%2findex.js", "index.html", "constructor", "start.js%00"])(
    "serves no other file: %s",
    async (file) => {
      expect((await shop.client().get(`/wp-json/docs/files/${file}`)).status).toBe(404);
    },
  );
});
