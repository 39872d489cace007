import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const cart = "/wp-json/custom-cart/v1";

describe.each(engines)("HTTP as WooCommerce speaks it, on $name", (engine) => {
  let shop: TestShop;
  let visitor: Visitor;
  let merchant: Visitor;
  beforeAll(async () => {
    shop = await openShop(engine, { env: httpsEnv });
    visitor = shop.client();
    merchant = await merchantOf(shop);
  });

  test("a trailing slash is the same resource", async () => {
    const [bare, slashed] = [
      await visitor.get("/wp-json/wc/v3/products/143"),
      await visitor.get("/wp-json/wc/v3/products/143/"),
    ];
    expect(slashed.status).toBe(200);
    expect(slashed.body).toEqual(bare.body);
  });

  test("HEAD is GET without a body", async () => {
    const head = await visitor.call("HEAD", "/wp-json/wc/v3/products?per_page=2");
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(Number(head.header("x-wp-total"))).toBeGreaterThan(2);
    expect((await visitor.call("HEAD", "/wp-json/wc/v3/products/999999")).status).toBe(404);
  });

  test.each([
    ["PUT", "/wp-json/wc/v3/products/attributes/1/terms"],
    ["DELETE", "/wp-json/wc/v3/products"],
    ["GET", `${cart}/add`],
    ["PATCH", "/wp-json/custom-auth/v1/login"],
    ["GET", "/wp-json/wc/v3/products/abc"],
    ["GET", "/wp-json/wc/v3/products/-1"],
    ["GET", "/wp-json/wc/v4/products"],
    ["POST", "/wp-json/"],
    ["GET", "/wp-json/nope/v1"],
  ] as const)("%s %s returns 404 rest_no_route, not 405", async (method, path) => {
    const response = await merchant.call<Problem>(method, path, method === "GET" ? undefined : {}, json);
    expect([response.status, response.body.code]).toEqual([404, "rest_no_route"]);
  });

  test("a POST may override its method in the query or in a header", async () => {
    const read = await visitor.post<{ id: number }>("/wp-json/wc/v3/products/143?_method=GET");
    expect(read.body.id).toBe(143);
    const header = await visitor.post("/wp-json/custom-cart/v1/view", {}, { "x-http-method-override": "get" });
    expect(header.status).toBe(200);
    const profile = await visitor.post<Problem>("/wp-json/custom-auth/v1/profile?_method=PUT", { firstName: "An" });
    expect([profile.status, profile.body.code]).toEqual([401, "not_logged_in"]);
    const unknown = await visitor.post<Problem>("/wp-json/custom-cart/v1/view?_method=BREW");
    expect([unknown.status, unknown.body.code]).toEqual([404, "rest_no_route"]);
  });

  test("only a POST may override: a link cannot write, nor can a read-only key", async () => {
    expect((await visitor.get(`${cart}/clear?_method=POST`)).status).toBe(404);
    expect((await visitor.post(`${cart}/view?_method=DELETE&_method=GET`)).status).toBe(200);
    const reader = await merchantOf(shop, "read");
    const response = await reader.post<Problem>("/wp-json/wc/v3/products/143?_method=DELETE");
    expect([response.status, response.body.code]).toEqual([401, "woocommerce_rest_authentication_error"]);
    const origin = { origin: "https://evil.example" };
    expect((await visitor.post(`${cart}/clear?_method=POST`, {}, origin)).status).toBe(403);
    expect((await visitor.post("/wp-json/custom-auth/v1/profile?_method=PUT", {}, origin)).status).toBe(403);
  });

  test("OPTIONS lists a path's methods", async () => {
    const response = await visitor.call<{ methods: string[]; endpoints: { args: object }[] }>(
      "OPTIONS",
      "/wp-json/wc/v3/products/143",
    );
    expect(response.status).toBe(200);
    expect(response.body.methods).toContain("GET");
    expect(response.header("allow")).toContain("GET");
    expect((await visitor.call("OPTIONS", "/wp-json/wc/v3/nope")).status).toBe(404);
  });

  test("every response has WordPress's headers, errors too", async () => {
    const paths = ["/wp-json/", "/wp-json/wc/v3/products?per_page=1", "/wp-json/wc/v3/products/999999", `${cart}/view`];
    for (const path of [...paths, "/wp-json/nope"]) {
      const { header } = await visitor.get(path);
      expect(header("x-content-type-options"), path).toBe("nosniff");
      expect(header("x-robots-tag"), path).toBe("noindex");
      expect(header("content-type"), path).toBe("application/json; charset=UTF-8");
      expect(header("link"), path).toContain('<https://shop.example/wp-json/>; rel="https://api.w.org/"');
      expect(header("access-control-expose-headers"), path).toBe("X-WP-Total, X-WP-TotalPages, Link");
      expect(header("cache-control"), path).toMatch(/no-cache|no-store/);
      expect(header("access-control-allow-origin"), path).toBeUndefined();
    }
    const list = await visitor.get("/wp-json/wc/v3/products?per_page=1");
    expect(list.header("link")).toContain('rel="next"');
    expect(list.header("allow")).toMatch(/^GET, POST/);
    expect((await visitor.get(`${cart}/view`)).header("cache-control")).toContain("no-store");
    expect((await merchant.get("/wp-json/wc/v3/products")).header("cache-control")).toContain("no-store");
  });

  test("the indexes need no key", async () => {
    for (const path of ["/wp-json", "/wp-json/"]) {
      const index = await visitor.get<{ namespaces: string[]; routes: object }>(path, { authorization: null });
      expect(index.status).toBe(200);
      expect(index.body.namespaces).toContain("wc/v3");
      expect(Object.keys(index.body.routes)).toContain("/wc/v3/products/(?P<id>[\\d]+)");
    }
    const woo = await visitor.get<{ namespace: string; routes: Record<string, { methods: string[] }> }>(
      "/wp-json/wc/v3",
      { authorization: null },
    );
    expect([woo.status, woo.body.namespace]).toEqual([200, "wc/v3"]);
    expect(woo.body.routes["/wc/v3/products"]?.methods).toContain("GET");
    expect(Object.keys(woo.body.routes).every((route) => route.startsWith("/wc/v3"))).toBe(true);
  });

  test("a form may nest as in PHP", async () => {
    const fresh = shop.client();
    const body = "product_id=101&attributes[pa_size]=50%20mm&attributes%5Bpa_box%5D=Gift+Box&quantity=1";
    const response = await fresh.call<Problem & { item_count: number }>("POST", `${cart}/add`, body, form);
    // parsed as a map of attributes: the variation may not exist, but the shape is accepted
    expect(response.body.data?.details?.attributes?.code).not.toBe("rest_invalid_type");
    const cleared = await fresh.call("POST", `${cart}/clear`, "cart_item_keys[]=a&cart_item_keys[]=b", form);
    expect(cleared.status).toBe(200);
  });

  test.each([
    ["too deeply nested", `a${"[x]".repeat(20)}=1`],
    ["too many", Array.from({ length: 6000 }, (_, index) => `f${index}=1`).join("&")],
  ])("a form with %s fields returns 400", async (_case, body) => {
    const response = await visitor.call<Problem>("POST", `${cart}/clear`, body, form);
    expect([response.status, response.body.code]).toEqual([400, "rest_invalid_form"]);
  });

  test.each([
    ["{", 4],
    ["{'a': 1}", 4],
    ["[1,", 4],
    ["nothing", 4],
    [`${"[".repeat(600)}${"]".repeat(600)}`, 1],
    [`${`{"a":`.repeat(600)}1${"}".repeat(600)}`, 1],
  ])("invalid JSON returns PHP's error code: %s", async (body, code) => {
    const response = await visitor.call<Problem>("POST", `${cart}/add`, body, json);
    expect([response.status, response.body.code]).toEqual([400, "rest_invalid_json"]);
    expect(response.body.data).toMatchObject({ json_error_code: code, json_error_message: expect.any(String) });
  });

  test("other content types return 415, and bodies over 1 MB return 413", async () => {
    const xml = await visitor.call<Problem>("POST", `${cart}/add`, "<x/>", { "content-type": "application/xml" });
    expect([xml.status, xml.body.code]).toEqual([415, "rest_unsupported_media_type"]);
    const plain = await visitor.call("POST", `${cart}/add`, "product_id=1", { "content-type": "text/plain" });
    expect(plain.status).toBe(415);
    const large = await visitor.call<Problem>("POST", `${cart}/add`, `"${"x".repeat(1_100_000)}"`, json);
    expect([large.status, large.body.code]).toEqual([413, "rest_request_entity_too_large"]);
  });

  test.each(["include=101,143", "include[]=101&include[]=143", "include[0]=101&include[1]=143"])(
    "every spelling of a list is accepted: %s",
    async (query) => {
      const { body } = await visitor.get<{ id: number }[]>(`/wp-json/wc/v3/products?${query}&orderby=include`);
      expect(body.map(({ id }) => id)).toEqual([101, 143]);
    },
  );

  test.each([
    ["per_page=0", "per_page", "rest_out_of_bounds", "per_page must be between 1 (inclusive) and 100 (inclusive)"],
    ["page=x", "page", "rest_invalid_type", "page is not of type integer."],
    ["order=up", "order", "rest_not_in_enum", "order is not one of asc and desc."],
    [
      "stock_status=x",
      "stock_status",
      "rest_not_in_enum",
      "stock_status is not one of instock, outofstock, and onbackorder.",
    ],
    ["on_sale=maybe", "on_sale", "rest_invalid_type", "on_sale is not of type boolean."],
    ["after=yesterday", "after", "rest_invalid_date", "Invalid date."],
  ])("?%s returns WooCommerce's error", async (query, name, code, message) => {
    const { status, body } = await visitor.get<Problem>(`/wp-json/wc/v3/products?${query}`);
    expect([status, body.code, body.message]).toEqual([400, "rest_invalid_param", `Invalid parameter(s): ${name}`]);
    expect(body.data.params).toEqual({ [name]: message });
    const data = code === "rest_invalid_type" ? { param: name } : null;
    expect(body.data.details).toEqual({ [name]: { code, message, data } });
  });

  test("input is validated before the key, as in WooCommerce", async () => {
    expect((await visitor.get("/wp-json/wc/v3/products?per_page=1000", { authorization: null })).status).toBe(400);
    expect((await visitor.get("/wp-json/wc/v3/nope", { authorization: null })).status).toBe(404);
  });
});
