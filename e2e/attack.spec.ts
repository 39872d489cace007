import { createHash } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "./kit/test.ts";

interface RawResponse {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Sends a path unchanged: a browser would normalize it. */
const send = (
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  form?: string,
): Promise<RawResponse> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(origin);
    const type = form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
    const allHeaders = { accept: "text/html", ...type, ...headers };
    const sent = request(
      { hostname, port, path, headers: allHeaders, method: form === undefined ? "GET" : "POST" },
      (response) => {
        text(response).then(
          (body) => done({ status: response.statusCode ?? 0, headers: response.headers, body }),
          fail,
        );
      },
    );
    sent.on("error", fail);
    sent.end(form);
  });

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);
const markup = '</script><script>alert(1)</script><img src=x onerror="alert(2)">';

test("a page runs only the scripts that the shop rendered, cached or not, for any request", async ({ shop }) => {
  const paths = ["/", "/", "/product-detail/101/nhan-bac-solitaire-cz", "/cart"];
  for (const path of [
    ...paths,
    `/search?keyword=${encodeURIComponent(markup)}`,
    `/products/category/rings?types=${encodeURIComponent(markup)}`,
    `/nowhere/${encodeURIComponent(markup)}`,
  ]) {
    const { headers, body } = await send(shop.url, path);
    const policy = String(headers["content-security-policy"]);
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1]?.split(" ") ?? [];
    expect(
      scripts.filter((source) => !source.startsWith("'sha256-")),
      path,
    ).toEqual(["'self'"]);
    expect(policy, path).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
    const inline = inlineScripts(body);
    expect(inline.length, path).toBeGreaterThan(0);
    for (const script of inline)
      expect(scripts, path).toContain(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    // the requested path appears as markup neither in a script nor elsewhere in the page
    expect(body, path).not.toMatch(/<script>alert|<img src=x/);
    expect(headers["x-content-type-options"], path).toBe("nosniff");
  }
});

test("a script that got into a stored text past the sanitizing does not run: the policy has no hash of it @PostgreSQL", async ({
  shop,
}) => {
  const injected = "document.documentElement.dataset.injected='yes'";
  const text = `<p>Nhẫn</p><script>${injected}</script>`;
  await shop.statement("create table earlier_description as select id, description from product where id = 103");
  await shop.statement(
    `update product set description = jsonb_build_object('vi', '${text.replaceAll("'", "''")}', 'en', '') where id = 103`,
  );
  const path = "/product-detail/103/nhan";
  const first = await send(shop.url, path);
  const target = first.headers.location ? new URL(first.headers.location, shop.url).pathname : path;
  const { headers, body } = await send(shop.url, target);
  await shop.statement("update product p set description = e.description from earlier_description e where p.id = e.id");
  await shop.statement("drop table earlier_description");
  expect(body).toContain(`<script>${injected}</script>`);
  const policy = String(headers["content-security-policy"]);
  expect(policy).not.toContain(createHash("sha256").update(injected).digest("base64"));
  expect(body).not.toContain("nonce=");
  expect(headers["x-script-hashes"]).toBeUndefined();
});

test("a body that is no form is rejected with 415, also by an action", async ({ shop }) => {
  for (const path of ["/newsletter", "/newsletter.data", "/preferences.data"])
    for (const type of ["application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x"]) {
      const { status } = await send(shop.url, path, { origin: shop.url, "content-type": type }, "{}");
      expect(status, `${path} ${type}`).toBe(415);
    }
});

test("what is wrong with a request to a page leaves JSON in the log, without personal data", async ({ shop }) => {
  const before = shop.output().length;
  const origin = { origin: shop.url };
  const path = "/nowhere/khach.hang@example.vn/0987654321";
  const { status } = await send(shop.url, path, origin, "email=khach.hang@example.vn&phone=0987654321");
  expect([404, 405]).toContain(status);
  const lines = shop.output().slice(before).split("\n").filter(Boolean);
  expect(lines.filter((line) => !line.startsWith("{"))).toEqual([]);
  expect(lines.join("\n")).not.toMatch(/khach\.hang|0987654321/);
});

test("no page redirects to another site, for any URL, host or form field", async ({ shop }) => {
  const evil = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-prefix": "//evil.example",
  };
  for (const path of [
    "/",
    "/product-detail/101/wrong-slug",
    "/products/category/rings",
    "/gifts.data",
    "/profile",
    "/manifest.webmanifest",
  ]) {
    const poisoned = await send(shop.url, path, evil);
    const next = await send(shop.url, path);
    for (const { headers, body } of [poisoned, next])
      expect(`${headers.location} ${headers.link} ${body}`, path).not.toContain("evil.example");
  }
  for (const path of [
    "//evil.example",
    "//evil.example/%2e%2e",
    "/\\evil.example",
    "/product-detail/101//evil.example",
    "/%0d%0alocation:%20https://evil.example",
  ]) {
    const { headers } = await send(shop.url, path);
    expect(new URL(headers.location ?? "/", shop.url).host, path).toBe(new URL(shop.url).host);
  }
  const origin = { origin: shop.url };
  for (const back of ["https://evil.example", "//evil.example", "/\\evil.example"]) {
    const { status, headers } = await send(
      shop.url,
      "/preferences",
      origin,
      `lang=en&back=${encodeURIComponent(back)}`,
    );
    expect([status, headers.location], back).toEqual([303, "/"]);
  }
});

test("no path traverses out of the folders of pictures and storefront files", async ({ shop }) => {
  const ways = ["", "../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "..%5c", "....//", "%252e%252e%252f", "./.././"];
  const folders = ["/media/", "/assets/", "/", "/wp-json/docs/files/"];
  const files = ["etc/passwd", "package.json"];
  const paths = folders.flatMap((folder) =>
    ways.flatMap((way) => files.flatMap((file) => [`${folder}${way}${file}`, `${folder}${way.repeat(8)}${file}`])),
  );
  const responses = await Promise.all(paths.map(async (path) => ({ path, ...(await send(shop.url, path)) })));
  for (const { path, status, body } of responses) {
    expect([400, 403, 404], path).toContain(status);
    expect(body, path).not.toMatch(/root:|"dependencies"|Route GET/);
  }
});
